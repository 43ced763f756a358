#include "reports/cause/rules/rules.h"
#include "reports/cause/rules/thing_finding.h"

namespace ttsoak {

// Their stacks are part of RSS.
std::optional<Finding> find_thread_leak(const Facts& facts) {
  std::optional<Finding> finding =
      thing_finding(facts, Cause::thread_leak, {InventoryKind::thread});
  if (!finding) return std::nullopt;
  finding->sentence = "threads do not end: " + finding->sentence;
  const SeriesTrend& stacks = facts.part(MemoryPart::stack);
  if (stacks.grows) {
    finding->resident = true;
    finding->share = facts.share_of(stacks.change());
    finding->bytes_per_request = stacks.rate();
  }
  return finding;
}

}  // namespace ttsoak
