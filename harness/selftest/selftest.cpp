#include "harness/selftest/selftest.h"

#include <algorithm>
#include <deque>
#include <list>
#include <thread>

#include "harness/selftest/case_run.h"

namespace ttsoak {
namespace {

using std::chrono::steady_clock;

constexpr int kTries = 3;

struct Waiting {
  const SoakCase* soak_case = nullptr;
  std::uint64_t seed = 1;
  int tries = 0;  // so far
};

struct Running {
  CaseRun run;
  Waiting what;
};

double seconds_since(steady_clock::time_point start) {
  return std::chrono::duration<double>(steady_clock::now() - start).count();
}

// Diagnoses take longest, so they come first: else one of them is left alone at the end.
std::deque<Waiting> line_up(const SelftestPlan& plan) {
  std::deque<Waiting> waiting;
  for (int seed = 1; seed <= plan.seeds; ++seed) {
    for (const SoakCase& one : plan.cases) {
      waiting.push_back({&one, static_cast<std::uint64_t>(seed), 0});
    }
  }
  std::stable_sort(waiting.begin(), waiting.end(), [](const Waiting& a, const Waiting& b) {
    return a.soak_case->expect.is_diagnosis() && !b.soak_case->expect.is_diagnosis();
  });
  return waiting;
}

void sort_as_planned(std::vector<CaseResult>& results) {
  std::sort(results.begin(), results.end(), [](const CaseResult& a, const CaseResult& b) {
    return a.soak_case != b.soak_case ? a.soak_case < b.soak_case : a.seed < b.seed;
  });
}

}  // namespace

Result<std::vector<CaseResult>> run_selftest(const SelftestPlan& plan,
                                             const std::atomic<bool>& stop, const CaseDone& done) {
  std::deque<Waiting> waiting = line_up(plan);
  const std::size_t all = waiting.size();
  const auto start = steady_clock::now();
  std::list<Running> running;
  std::vector<CaseResult> results;
  while (!stop && (!waiting.empty() || !running.empty())) {
    while (running.size() < static_cast<std::size_t>(plan.jobs) && !waiting.empty()) {
      Waiting next = waiting.front();
      waiting.pop_front();
      ++next.tries;
      Result<CaseRun> run = CaseRun::start(*next.soak_case, next.seed, plan.directory);
      if (!run.ok()) return run.error();
      running.push_back({std::move(run).value(), next});
    }
    for (auto it = running.begin(); it != running.end();) {
      std::optional<Grade> grade = it->run.poll();
      if (!grade) {
        ++it;
        continue;
      }
      const Waiting what = it->what;
      const double took = seconds_since(it->run.started());
      it = running.erase(it);
      if (grade->stalled && what.tries < kTries) {
        waiting.push_back(what);
        continue;
      }
      results.push_back({what.soak_case, what.seed, *std::move(grade), took, what.tries});
      const double each = seconds_since(start) / static_cast<double>(results.size());
      done(results.back(), results.size(), all, each * static_cast<double>(all - results.size()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  sort_as_planned(results);
  return results;
}

}  // namespace ttsoak
