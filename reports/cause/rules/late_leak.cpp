#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {

std::optional<Finding> find_late_leak(const Facts& facts) {
  std::optional<Finding> finding = live_finding(facts, Cause::late_leak);
  if (!finding) return std::nullopt;
  const auto subjects = subjects_of(facts, Cause::late_leak);
  finding->sentence =
      "set in late in the run: " + keeps_words(*subjects.front()) + and_more(subjects.size());
  finding->experiment = "a run of twice the length: from the onset on it is a straight line";
  return finding;
}

}  // namespace ttsoak
