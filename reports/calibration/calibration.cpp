#include "reports/calibration/calibration.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "reports/calibration/boundaries.h"
#include "reports/trend/trend_design.h"
#include "reports/trend/weighed_series.h"

namespace ttsoak {
namespace {

using What = CalibrationTable::What;

constexpr int kRunsPerJob = 25;

// A few runs of one row. Rows are shared by jobs: each has its own counts, summed up in the end.
struct Job {
  std::size_t table, row;
  int first_seed, runs;
  CalibrationRow result;
};

Trace draw(What what, const std::string& kind, int cycles, int seed) {
  Dice dice(static_cast<std::uint64_t>(seed));
  if (what == What::boundary) return simulate_boundary(kind, cycles, dice);
  return simulate(kind, cycles, dice);
}

void judge_once(const Trace& trace, CalibrationRow& result) {
  const auto decisions =
      trend::decide_growth(trace.rss, trace.live, kTraceBudget, kTraceBudget, {});
  result.rss.add(decisions.rss_alone);
  result.both.add(decisions.both);
}

void judge_until_decided(const Trace& trace, CalibrationRow& result) {
  const int cycles = static_cast<int>(trace.rss.requests.size());
  GrowthDecision decision = GrowthDecision::inconclusive;
  int done = 0;
  for (int look = 40; look <= cycles && decision == GrowthDecision::inconclusive; look *= 2) {
    const Trace seen = first_cycles(trace, look);
    decision = trend::decide_growth(seen.rss, seen.live, kTraceBudget, kTraceBudget,
                                    rules_until_decided(look))
                   .both;
    done = look;
  }
  result.both.add(decision);
  result.mean_requests += done * kTraceRequests;  // a sum until all jobs are done
}

void run_job(Job& job, const CalibrationTable& table) {
  const std::string& kind = table.rows[job.row].kind;
  for (int seed = job.first_seed; seed < job.first_seed + job.runs; ++seed) {
    const Trace trace = draw(table.what, kind, table.cycles, seed);
    if (table.what == What::until_decided) {
      judge_until_decided(trace, job.result);
    } else {
      judge_once(trace, job.result);
    }
  }
}

CalibrationTable table_of(What what, int cycles) {
  CalibrationTable table{what, cycles, {}};
  if (what == What::boundary) {
    for (const Boundary& boundary : boundaries())
      table.rows.push_back({boundary.name, Truth::leak, boundary.promised, {}, {}, 0});
    return table;
  }
  for (const TraceKind& kind : what == What::unseen ? unseen_trace_kinds() : trace_kinds())
    table.rows.push_back({kind.name, kind.truth, true, {}, {}, 0});
  if (what == What::until_decided) {
    for (CalibrationRow& row : table.rows)
      if (row.kind == "late_leak40K") row.kind = "late600_leak40K";
  }
  return table;
}

int runs_of(const CalibrationTable& table, const CalibrationSize& size) {
  const bool is_short = table.cycles <= 40;
  if (table.what == What::until_decided) return size.until_decided;
  if (table.what == What::boundary) return is_short ? size.short_boundary : size.long_boundary;
  return is_short ? size.short_runs : size.long_runs;
}

std::vector<Job> plan_jobs(const Calibration& all, const CalibrationSize& size) {
  std::vector<Job> jobs;
  for (std::size_t t = 0; t < all.tables.size(); ++t) {
    const int runs = runs_of(all.tables[t], size);
    for (std::size_t row = 0; row < all.tables[t].rows.size(); ++row) {
      for (int seed = 0; seed < runs; seed += kRunsPerJob)
        jobs.push_back({t, row, seed, std::min(kRunsPerJob, runs - seed), {}});
    }
  }
  return jobs;
}

void sum(DecisionCounts& to, const DecisionCounts& what) {
  to.fail += what.fail;
  to.inconclusive += what.inconclusive;
  to.pass += what.pass;
}

}  // namespace

void DecisionCounts::add(GrowthDecision decision) {
  if (decision == GrowthDecision::fail) ++fail;
  if (decision == GrowthDecision::inconclusive) ++inconclusive;
  if (decision == GrowthDecision::pass) ++pass;
}

Calibration calibrate(const CalibrationSize& size, int threads,
                      const std::function<void(double)>& progress) {
  Calibration all;
  all.tables = {table_of(What::design, 40),        table_of(What::unseen, 40),
                table_of(What::design, 160),       table_of(What::unseen, 160),
                table_of(What::boundary, 40),      table_of(What::boundary, 160),
                table_of(What::until_decided, 160)};
  std::vector<Job> jobs = plan_jobs(all, size);
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  {
    std::vector<std::jthread> workers;
    for (int i = 0; i < std::max(1, threads); ++i) {
      workers.emplace_back([&] {
        const trend::DesignKeeper keeper;  // traces of one length share it
        for (std::size_t at = next++; at < jobs.size(); at = next++) {
          run_job(jobs[at], all.tables[jobs[at].table]);
          ++done;
        }
      });
    }
    while (done < jobs.size()) {
      progress(static_cast<double>(done) / static_cast<double>(jobs.size()));
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
  for (const Job& job : jobs) {
    CalibrationRow& row = all.tables[job.table].rows[job.row];
    sum(row.rss, job.result.rss);
    sum(row.both, job.result.both);
    row.mean_requests += job.result.mean_requests;
  }
  for (CalibrationTable& table : all.tables)
    for (CalibrationRow& row : table.rows) row.mean_requests /= row.both.runs();
  return all;
}

}  // namespace ttsoak
