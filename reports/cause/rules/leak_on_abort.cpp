#include "reports/cause/rules/live_finding.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {

std::optional<Finding> find_leak_on_abort(const Facts& facts) {
  std::optional<Finding> finding = finding_by_event(facts, Cause::leak_on_abort, "aborted stream",
                                                    facts.traffic.aborted_share, "bytes_per_abort");
  if (finding) finding->experiment = "the same run with workload.aborted_share 0: it has to stop";
  return finding;
}

}  // namespace ttsoak
