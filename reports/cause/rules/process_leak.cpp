#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

std::optional<Finding> find_process_leak(const Facts& facts) {
  std::optional<Finding> finding =
      thing_finding(facts, Cause::process_leak, {InventoryKind::child, InventoryKind::zombie});
  if (finding)
    finding->sentence = "child processes are not ended or not waited for: " + finding->sentence;
  return finding;
}

}  // namespace ttsoak
