#include <algorithm>

#include "reports/cause/rules/retention.h"
#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

// Free pages in plenty, and no more of them for a good while.
std::optional<Finding> find_high_water(const Facts& facts) {
  constexpr double kPart = 0.2;
  constexpr double kPlenty = 4 << 20;
  const Retention retention = retention_of(facts);
  const bool rose = retention.gained_bytes > std::max(kPlenty, kPart * facts.rss.change());
  const bool large = retention.free_bytes > std::max(4 * kPlenty, kPart * facts.rss.last());
  if (facts.retained.empty() || retention.still_rising || (!rose && !large)) return std::nullopt;
  if (retention.tried && retention.given_back < kPart * retention.free_bytes) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::high_water, facts.retained);
  finding.leak = false;
  if (!rose) finding.share = std::nullopt;
  if (retention.tried) finding.evidence = EvidenceLevel::proven;
  finding.sentence = format_bytes(retention.free_bytes) +
                     " of free pages stay in the heap since a peak and are used again";
  for (const std::string& words : {retention.tried_words, filled_words(facts.record),
                                   blocks_words(facts.record, RetentionRole::separates)}) {
    if (!words.empty()) finding.sentence += "; " + words;
  }
  if (!retention.tried) finding.experiment = "a trim at the end of the run: it has to return them";
  return finding;
}

}  // namespace ttsoak
