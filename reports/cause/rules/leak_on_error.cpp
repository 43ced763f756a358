#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {

std::optional<Finding> find_leak_on_error(const Facts& facts) {
  std::optional<Finding> finding =
      finding_by_event(facts, Cause::leak_on_error, "failed or refused request",
                       facts.traffic.error_share, "bytes_per_error");
  if (finding) finding->experiment = "the same run with requests that succeed: it has to stop";
  return finding;
}

}  // namespace ttsoak
