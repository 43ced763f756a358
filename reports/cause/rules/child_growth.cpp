#include <algorithm>

#include "reports/cause/rules/rule_words.h"
#include "reports/cause/rules/rules.h"

namespace ttsoak {
namespace {

constexpr double kMost = 0.6;  // of the growth of the tree

const ProcessSummary* child_of(const RunRecord& record, int process) {
  const auto found = std::find_if(record.processes.begin(), record.processes.end(),
                                  [&](const ProcessSummary& p) { return p.info.index == process; });
  const bool is_child = found != record.processes.end() && found->info.role == ProcessRole::child;
  return is_child ? &*found : nullptr;
}

Finding finding_about(const Facts& facts, const SeriesTrend& trend, const ProcessSummary& child) {
  Finding finding = memory_finding(facts, Cause::child_growth, trend);
  finding.evidence = EvidenceLevel::proven;
  finding.leak = false;
  finding.sentence = "the growth is in child process " + std::to_string(child.info.pid) + " (" +
                     child.info.command.substr(0, 60) + "): " + rate_words(trend.rate());
  return finding;
}

// Of a child that could not be looked into, where others were, only the first RSS and the last are
// known: what the whole tree grows by is then its own.
std::optional<Finding> by_first_and_last(const Facts& facts) {
  if (facts.processes.empty() || !facts.rss_grows() || !facts.rss.fit) return std::nullopt;
  const ProcessSummary* most = nullptr;
  const auto change = [](const ProcessSummary& process) {
    return static_cast<double>(process.last_rss_bytes - process.first_rss_bytes);
  };
  for (const ProcessSummary& process : facts.record.processes) {
    const bool is_child = process.info.role == ProcessRole::child && !process.ended;
    const bool is_split =
        std::any_of(facts.processes.begin(), facts.processes.end(),
                    [&](const auto& p) { return p.process == process.info.index; });
    if (!is_child || is_split || change(process) < kMost * facts.rss.change()) continue;
    if (most == nullptr || change(process) > change(*most)) most = &process;
  }
  if (most == nullptr || change(*most) < facts.worth_bytes()) return std::nullopt;
  Finding finding = finding_about(facts, facts.rss, *most);
  finding.evidence = EvidenceLevel::consistent;  // two figures are no series
  return finding;
}

}  // namespace

// Tells where, not why: the growth of the tree is that of one child.
std::optional<Finding> find_child_growth(const Facts& facts) {
  const ProcessTrend* steepest = nullptr;
  for (const ProcessTrend& process : facts.processes) {
    const double change = process.rss.change();
    if (!process.rss.grows || change < kMost * facts.rss.change()) continue;
    if (change < facts.worth_bytes() || child_of(facts.record, process.process) == nullptr)
      continue;
    if (steepest == nullptr || change > steepest->rss.change()) steepest = &process;
  }
  if (steepest == nullptr) return by_first_and_last(facts);
  return finding_about(facts, steepest->rss, *child_of(facts.record, steepest->process));
}

}  // namespace ttsoak
