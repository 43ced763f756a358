#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

std::optional<Finding> find_deleted_open_files(const Facts& facts) {
  std::optional<Finding> finding =
      thing_finding(facts, Cause::deleted_open_files,
                    {InventoryKind::deleted_file, InventoryKind::unlinked_mapping});
  if (!finding) return std::nullopt;
  finding->sentence = "deleted files are still open and keep their room: " + finding->sentence;
  if (const double mapped = unlinked_growth(facts); mapped > facts.worth_bytes()) {
    finding->resident = true;
    finding->share = facts.share_of(mapped);
  }
  return finding;
}

}  // namespace ttsoak
