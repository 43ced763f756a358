#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/config/quantities.h"
#include "reports/record/record_reader.h"
#include "reports/series/troughs.h"
#include "reports/trend/soak_plan.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

void print_row(const std::array<std::string, 5>& cells) {
  for (const std::string& cell : cells) {
    std::cout << std::string(cell.size() < 15 ? 15 - cell.size() : 1, ' ') << cell;
  }
  std::cout << '\n';
}

void print_plan(const std::string& of, const SoakPlan& plan, double budget) {
  std::cout << of << ": a trough scatters by " << format_bytes(plan.noise.deviation_bytes)
            << ", neighbours are correlated by " << format_percent(plan.noise.correlation) << " ("
            << plan.noise.cycles << " cycles after the warm-up)\n";
  print_row({"cycles", "requests", "time", "finds leaks of", "room to pass"});
  for (const PlannedSoak& soak : plan.soaks) {
    print_row({format_count(soak.cycles), format_count(static_cast<std::int64_t>(soak.requests)),
               format_duration(soak.seconds), format_bytes(budget + soak.least_leak),
               format_bytes(soak.least_room)});
  }
  if (plan.for_budget) {
    std::cout << "  A server that does not grow passes " << format_bytes(budget)
              << " per request after "
              << format_count(static_cast<std::int64_t>(plan.for_budget->requests)) << " requests, "
              << format_duration(plan.for_budget->seconds) << ".\n\n";
  } else {
    std::cout
        << "  Too noisy for a budget of " << format_bytes(budget)
        << " per request: allow more, or quiet the server (concurrency 1, longer quiesce).\n\n";
  }
}

}  // namespace

ExitStatus cmd_plan(int argc, char** argv) {
  CLI::App app{
      "Says from a pilot run how noisy a server's memory is, and how long a soak has to be.",
      "ttsoak plan"};
  app.footer(
      "Examples:\n"
      "  ttsoak run --url http://127.0.0.1:8880 --requests 250    a pilot of ten cycles\n"
      "  ttsoak plan runs/soak-20260101-120000 --budget 4KiB\n\n"
      "Leaks are found, and sound servers pass, in nine of ten runs of that length. \"Room to "
      "pass\"\n"
      "is by how much growth must be below the budget. Ten cycles tell the noise to about a "
      "quarter.\n"
      "Exit status: 0 planned, 2 too few cycles, 4 the record cannot be read.");
  std::string directory;
  std::string budget_text;
  app.add_option("DIR", directory, "the run directory of a pilot of at least ten cycles")
      ->required();
  app.add_option("--budget", budget_text, "growth per request that is allowed; default: the run's");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  const Result<RunRecord> read = read_run_record(directory);
  if (!read.ok()) {
    std::cerr << "ttsoak plan: " << read.error().message << '\n';
    return ExitStatus::error;
  }
  const RunRecord& record = read.value();
  double budget = record.header.thresholds.rss_growth_bytes_per_request.value_or(10.0 * 1024);
  if (!budget_text.empty()) {
    const Result<double> bytes = parse_bytes(budget_text);
    if (!bytes.ok()) {
      std::cerr << "ttsoak plan: --budget: " << bytes.error().message << '\n';
      return ExitStatus::error;
    }
    budget = bytes.value();
  }
  const auto cycles = static_cast<double>(record.cycles.size());
  const double requests = static_cast<double>(record.totals.requests) / cycles;
  const double seconds = record.duration_s / cycles;
  const auto rss =
      plan_soak(rss_troughs(record.cycles, record.heap.troughs), budget, requests, seconds);
  if (!rss) {
    std::cerr << "ttsoak plan: " << directory << ": a pilot needs 10 finished cycles, this has "
              << record.cycles.size() << "; run for longer (--requests 250)\n";
    return ExitStatus::inconclusive;
  }
  print_plan("RSS", *rss, budget);
  const auto live =
      plan_soak(live_heap_troughs(record.cycles, record.heap.troughs), budget, requests, seconds);
  if (live) print_plan("Live heap", *live, budget);
  return ExitStatus::pass;
}

}  // namespace ttsoak
