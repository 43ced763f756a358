#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {

std::optional<Finding> find_leak_on_error(const Facts& facts) {
  std::optional<Finding> finding = live_finding(facts, Cause::leak_on_error);
  if (!finding) return std::nullopt;
  const auto subjects = subjects_of(facts, Cause::leak_on_error);
  const LiveSubject& first = *subjects.front();
  finding->sentence = "for every failed request: " + keeps_words(first) + and_more(subjects.size());
  if (first.rate.mean > 0 && facts.traffic.error_share > 0) {
    const double per_event = first.rate.mean / facts.traffic.error_share;
    finding->sentence += "; that is " + format_bytes(per_event) + " for each";
    finding->figures.emplace_back("bytes_per_error", per_event);
  }
  finding->experiment = "the same run with requests that succeed: it has to stop";
  return finding;
}

}  // namespace ttsoak
