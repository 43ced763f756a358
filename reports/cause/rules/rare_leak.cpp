#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {

std::optional<Finding> find_rare_leak(const Facts& facts) {
  std::optional<Finding> finding = live_finding(facts, Cause::rare_leak);
  if (!finding) return std::nullopt;
  const auto subjects = subjects_of(facts, Cause::rare_leak);
  const LiveSubject& first = *subjects.front();
  finding->sentence = "not in every cycle: " + keeps_words(first) + " on average, born in " +
                      std::to_string(first.born_cycles) + " of " +
                      std::to_string(first.possible_cycles) + " cycles" + and_more(subjects.size());
  finding->experiment = "a run of one kind of request each: only one kind can leak";
  return finding;
}

}  // namespace ttsoak
