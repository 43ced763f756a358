#include "reports/cause/rules/retention.h"
#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

// RSS less what is in use grows, and a trim gives it back. Not a leak: the pages are used again,
// but how many there are is a matter of chance and may go on for long.
std::optional<Finding> find_allocator_retention(const Facts& facts) {
  constexpr double kPart = 0.2;
  constexpr double kNearlyAll = 0.8;
  const Retention retention = retention_of(facts);
  const double least = std::max(double{1 << 20}, kPart * facts.rss.change());
  if (retention.gained_bytes < least || retention.refuted() || !retention.still_rising) {
    return std::nullopt;
  }
  Finding finding = memory_finding(facts, Cause::allocator_retention, facts.retained);
  finding.leak = false;
  finding.share = facts.share_of(retention.gained_bytes);
  const bool returned = retention.given_back >= kNearlyAll * retention.gained_bytes;
  finding.evidence = returned ? EvidenceLevel::proven : EvidenceLevel::consistent;
  finding.sentence = format_bytes(retention.free_bytes) + " of free pages stay in the heap, " +
                     format_bytes(retention.gained_bytes) + " of them since the first cycle";
  for (const std::string& words : {retention.tried_words, filled_words(facts.record),
                                   blocks_words(facts.record, RetentionRole::separates)}) {
    if (!words.empty()) finding.sentence += "; " + words;
  }
  if (!returned) finding.experiment = "a trim at the end of the run: it has to return most of it";
  finding.figures = {{"free_bytes", retention.free_bytes},
                     {"gained_bytes", retention.gained_bytes},
                     {"returned_bytes", retention.tried ? retention.given_back : -1}};
  return finding;
}

}  // namespace ttsoak
