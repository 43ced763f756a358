#pragma once

#include <string>

#include "reports/cause/facts.h"

namespace ttsoak {

// How free memory that stays resident behaves, for the rules about it.
struct Retention {
  double free_bytes = 0;    // now: whole free pages, by the split; without one what came back
  double gained_bytes = 0;  // of them since the first trough after a cycle
  bool still_rising = true;
  bool tried = false;       // there was a trim or a purge
  double given_back = 0;    // by it
  std::string tried_words;  // "a trim returned 118 MiB"; "a trim would return 118 MiB"; or empty

  // A trim was tried, and what it left is more than it took.
  [[nodiscard]] bool refuted() const { return tried && given_back < 0.2 * gained_bytes; }
};
Retention retention_of(const Facts& facts);

// Who filled the free pages last: "last used by X (52 %)"; empty if not known.
std::string filled_words(const RunRecord& record);

// "held apart by 212 sampled blocks of 48 B to 112 B, 98 % of them from X"; or, in the role `pins`,
// "pinned by ...". Empty if not known.
std::string blocks_words(const RunRecord& record, RetentionRole role);

}  // namespace ttsoak
