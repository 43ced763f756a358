#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

std::optional<Finding> find_temp_files(const Facts& facts) {
  std::optional<Finding> finding =
      thing_finding(facts, Cause::temp_files, {InventoryKind::temp_file});
  if (finding) finding->sentence = "temporary files are left behind: " + finding->sentence;
  return finding;
}

}  // namespace ttsoak
