#pragma once

#include <cstdint>
#include <string>

#include "probes/base/clock.h"

namespace ttsoak {

// In what the traffic of a block differs from the plainest there is: one text in one voice and one
// format, one request at a time, which the client takes whole.
enum class Dimension {
  as_configured,    // all of the run's own traffic, to warm up
  plain,            // in nothing
  aborted,          // the client hangs up before the reply is complete
  erroneous,        // requests that are to be refused
  varied_texts,     // the texts of the run, the same ones every cycle
  fresh_texts,      // texts never sent before, all as long as the plain one
  new_lengths,      // texts of lengths never sent before
  voices,           // the voices of the run, the same ones every cycle
  new_voice_mixes,  // mixes of two voices in shares never asked for before
  formats,          // the formats of the run, the same ones every cycle
  streaming,        // streamed where the run asks for the whole, or the other way round
  concurrent,       // several requests at a time
  idle,             // no requests at all
};

// A trough of a diagnosis: in a block of cycles one thing alone differs from the plain traffic.
struct DiagnosisTrough {
  int block = 0;  // from 0, in the order of time
  Dimension dimension = Dimension::plain;
  std::string value;  // where the block is about one value of it: "pcm", "unknown_voice"
  int cycle = 0;      // in its block, from 1
  // Of what the dimension is about, in one cycle: aborted requests, texts never sent before,
  // minutes of idleness; requests where there is no better unit.
  double units = 0;
  std::int64_t requests = 0;
  std::int64_t errors = 0;
  std::int64_t rss_bytes = 0;    // of the tree, as CycleMark::trough_rss_bytes
  std::int64_t live_bytes = -1;  // exact live heap of all traced processes; -1 = not known
  RunTime at{0};
};

}  // namespace ttsoak
