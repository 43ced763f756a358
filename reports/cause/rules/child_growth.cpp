#include <algorithm>

#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {
namespace {

const ProcessSummary* child_of(const RunRecord& record, int process) {
  const auto found = std::find_if(record.processes.begin(), record.processes.end(),
                                  [&](const ProcessSummary& p) { return p.info.index == process; });
  const bool is_child = found != record.processes.end() && found->info.role == ProcessRole::child;
  return is_child ? &*found : nullptr;
}

}  // namespace

// Tells where, not why: the growth of the tree is that of one child.
std::optional<Finding> find_child_growth(const Facts& facts) {
  constexpr double kMost = 0.6;
  const ProcessTrend* steepest = nullptr;
  for (const ProcessTrend& process : facts.processes) {
    const double change = process.rss.change();
    if (!process.rss.grows || change < kMost * facts.rss.change()) continue;
    if (change < facts.worth_bytes() || child_of(facts.record, process.process) == nullptr)
      continue;
    if (steepest == nullptr || change > steepest->rss.change()) steepest = &process;
  }
  if (steepest == nullptr) return std::nullopt;
  const ProcessSummary& child = *child_of(facts.record, steepest->process);
  Finding finding = memory_finding(facts, Cause::child_growth, steepest->rss);
  finding.evidence = EvidenceLevel::proven;
  finding.leak = false;
  finding.sentence = "the growth is in child process " + std::to_string(child.info.pid) + " (" +
                     child.info.command.substr(0, 60) + "): " + rate_words(steepest->rss.rate());
  return finding;
}

}  // namespace ttsoak
