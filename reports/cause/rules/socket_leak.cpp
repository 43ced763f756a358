#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

std::optional<Finding> find_socket_leak(const Facts& facts) {
  std::optional<Finding> finding =
      thing_finding(facts, Cause::socket_leak, {InventoryKind::socket});
  if (finding) finding->sentence = "sockets are not closed: " + finding->sentence;
  return finding;
}

}  // namespace ttsoak
