#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

std::optional<Finding> find_leak_on_abort(const Facts& facts) {
  std::optional<Finding> finding = live_finding(facts, Cause::leak_on_abort);
  if (!finding) return std::nullopt;
  const auto subjects = subjects_of(facts, Cause::leak_on_abort);
  const LiveSubject& first = *subjects.front();
  finding->sentence = "for every aborted stream: " + keeps_words(first) + and_more(subjects.size());
  if (first.rate.mean > 0 && facts.traffic.aborted_share > 0) {
    const double per_event = first.rate.mean / facts.traffic.aborted_share;
    finding->sentence += "; that is " + format_bytes(per_event) + " for each";
    finding->figures.emplace_back("bytes_per_abort", per_event);
  }
  finding->experiment = "the same run with workload.aborted_share 0: it has to stop";
  return finding;
}

}  // namespace ttsoak
