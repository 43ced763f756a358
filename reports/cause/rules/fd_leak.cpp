#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

std::optional<Finding> find_fd_leak(const Facts& facts) {
  std::optional<Finding> finding = thing_finding(
      facts, Cause::fd_leak,
      {InventoryKind::open_file, InventoryKind::pipe, InventoryKind::other_descriptor});
  if (finding) finding->sentence = "descriptors are not closed: " + finding->sentence;
  return finding;
}

}  // namespace ttsoak
