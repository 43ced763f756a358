#include "reports/compare/comparability.h"

#include <algorithm>

#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

bool same_work(const RunRecord& one, const RunRecord& other) {
  if (one.header.requests_per_cycle != other.header.requests_per_cycle) return false;
  if (one.header.concurrency != other.header.concurrency) return false;
  if (one.cycles.empty() || other.cycles.empty()) return true;  // a reason of its own
  return one.cycles.front().work_digest == other.cycles.front().work_digest;
}

}  // namespace

std::vector<std::string> deaths(const std::vector<NamedRun>& runs) {
  std::vector<std::string> found;
  for (const NamedRun& run : runs) {
    for (const Event& event : run.record.events) {
      if (event.kind != EventKind::target_crashed && event.kind != EventKind::target_ended) {
        continue;
      }
      found.push_back(run.name + ": the target died under load: " + event.detail);
    }
  }
  return found;
}

std::vector<std::string> why_not_comparable(const std::vector<NamedRun>& base,
                                            const std::vector<NamedRun>& changed,
                                            bool unlike_machines, std::string& machines) {
  std::vector<std::string> reasons = deaths(base);
  const NamedRun& first = base.front();
  for (const auto* side : {&base, &changed}) {
    for (const NamedRun& run : *side) {
      if (!run.record.complete) {
        reasons.push_back(run.name +
                          ": the record has no end: the run was killed or still goes on");
      }
      for (const std::string& reason : invalid_reasons(run.record)) {
        reasons.push_back(run.name + ": " + reason);
      }
      if (!same_work(first.record, run.record)) {
        reasons.push_back(run.name + " did other work than " + first.name +
                          ": texts, voices, requests per cycle or concurrency differ");
      }
      if (first.record.heap.empty() != run.record.heap.empty()) {
        reasons.push_back("of " + first.name + " and " + run.name + " only one was traced");
      }
      const std::string differs =
          unlike(machine_of(first.record.header.manifest), machine_of(run.record.header.manifest));
      if (!differs.empty() && machines.empty()) machines = differs + " (" + run.name + ")";
    }
  }
  if (!machines.empty() && !unlike_machines) {
    reasons.push_back("the machines are not alike: " + machines +
                      "; --unlike-machines compares all the same");
  }
  return reasons;
}

}  // namespace ttsoak
