#include <cmath>

#include "reports/cause/rules/retention.h"
#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

// The walk said what a trim would return, and it did: then the rest is what the walk says, too.
bool walk_was_confirmed(const Facts& facts) {
  constexpr double kClose = 0.2;
  constexpr double kPage = 1 << 20;
  for (const Experiment& e : facts.record.experiments) {
    if (e.kind == ExperimentKind::gc_collect || e.predicted_bytes < 0) continue;
    const auto returned = static_cast<double>(e.rss_before_bytes - e.rss_after_bytes);
    const auto predicted = static_cast<double>(e.predicted_bytes);
    if (std::abs(returned - predicted) < std::max(kPage, kClose * predicted)) return true;
  }
  return false;
}

}  // namespace

std::optional<Finding> find_pinned_fragmentation(const Facts& facts) {
  constexpr double kPart = 0.1;
  const SeriesTrend& pinned = facts.part(MemoryPart::pinned);
  if (pinned.change() < std::max(double{1 << 20}, kPart * facts.rss.change())) return std::nullopt;
  Finding finding = memory_finding(facts, Cause::pinned_fragmentation, pinned);
  finding.leak = false;
  const bool exact = !facts.compositions.empty() && facts.compositions.back().exact;
  if (exact && walk_was_confirmed(facts)) finding.evidence = EvidenceLevel::proven;
  finding.sentence = format_bytes(pinned.last()) +
                     " are the free rests of pages that blocks in use keep, " +
                     format_bytes(pinned.change()) +
                     " of them since the first cycle; no trim "
                     "returns them";
  const std::string blocks = blocks_words(facts.record, RetentionRole::pins);
  if (!blocks.empty()) finding.sentence += "; " + blocks;
  if (finding.evidence != EvidenceLevel::proven) {
    finding.experiment = "a walk of the heap and a trim: what is left has to be these pages";
  }
  return finding;
}

}  // namespace ttsoak
