#include <algorithm>
#include <iostream>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/cli/compare_sides.h"
#include "harness/cli/parse_options.h"
#include "harness/config/quantities.h"
#include "reports/compare/render_comparison.h"
#include "reports/record/record_reader.h"

namespace ttsoak {
namespace {

constexpr const char* kExamples =
    "BASE... -- NEW...: run directories of both sides, the changed server's after the dashes.\n\n"
    "Examples:\n"
    "  ttsoak compare runs/old-* -- runs/new-*\n"
    "  ttsoak compare runs/old-* -- runs/new-* --growth-margin 2KiB --margin 0.05\n"
    "  ttsoak run --ab old.json new.json --runs 5          makes such runs, in turn\n\n"
    "For each figure the difference of the means over runs, with its 95 % interval (Welch's t).\n"
    "PASS: every difference is below its margin with 95 % certainty. FAIL: one is above it. One\n"
    "run on a side is INCONCLUSIVE: nobody knows how much runs of one server differ.\n"
    "Exit status: 0 PASS, 1 FAIL, 2 INCONCLUSIVE, 3 INVALID (unlike machines, unequal work, a run\n"
    "that cannot be judged), 4 error.";

Result<std::vector<NamedRun>> read_side(const std::vector<std::string>& directories) {
  std::vector<NamedRun> runs;
  for (const std::string& directory : directories) {
    Result<RunRecord> record = read_run_record(directory);
    if (!record.ok()) return record.error();
    runs.push_back({directory, std::move(record).value()});
  }
  return runs;
}

ExitStatus fail(const char* command, const std::string& message) {
  std::cerr << "ttsoak " << command << ": " << message << '\n';
  return ExitStatus::error;
}

}  // namespace

ExitStatus compare_sides(const char* command, const std::vector<std::string>& base,
                         const std::vector<std::string>& changed, const CompareOptions& options) {
  const auto old_runs = read_side(base);
  if (!old_runs.ok()) return fail(command, old_runs.error().message);
  const auto new_runs = read_side(changed);
  if (!new_runs.ok()) return fail(command, new_runs.error().message);
  const RunComparison comparison =
      compare_runs(old_runs.value(), new_runs.value(), options.margins, options.unlike_machines);
  std::cout << (options.json ? comparison_json(comparison) : comparison_text(comparison));
  return static_cast<ExitStatus>(comparison.verdict.status);
}

ExitStatus cmd_compare(int argc, char** argv) {
  CLI::App app{"Judges recorded runs of a changed server against runs of the one before.",
               "ttsoak compare"};
  app.footer(kExamples);
  CompareOptions options;
  std::string growth_margin, format = "console";
  std::vector<std::string> base;
  app.add_option("BASE", base, "run directories; those of the changed server after --");
  app.add_option("--growth-margin", growth_margin,
                 "how much faster it may grow, per request; default 10KiB");
  app.add_option("--margin", options.margins.memory_share,
                 "share by which peak and level may be higher; default 0.1")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--latency-margin", options.margins.latency_share,
                 "the same for p95 of latency and time to first byte; default: not judged")
      ->check(CLI::Range(0.0, 100.0));
  app.add_flag("--unlike-machines", options.unlike_machines,
               "compare runs of different machines, too");
  app.add_option("--format", format)->check(CLI::IsMember({"console", "json"}));

  // CLI11 drops the "--"; where it stood is what tells the sides apart.
  char** const end = argv + argc;
  char** const dashes = std::find(argv, end, std::string("--"));
  std::vector<std::string> changed;
  std::vector<char*> rest(argv, dashes);
  for (char** word = dashes == end ? end : dashes + 1; word != end; ++word) {
    if (**word == '-') {
      rest.insert(rest.end(), word, end);  // options may stand last, too
      break;
    }
    changed.emplace_back(*word);
  }
  if (const auto exit = parse_options(app, static_cast<int>(rest.size()), rest.data())) {
    return *exit;
  }
  if (dashes == end && base.size() == 2) {  // one against one needs no --
    changed = {base.back()};
    base.pop_back();
  }
  if (base.empty() || changed.empty()) {
    return fail("compare", "name runs of both sides: ttsoak compare BASE... -- NEW...");
  }
  if (!growth_margin.empty()) {
    const Result<double> bytes = parse_bytes(growth_margin);
    if (!bytes.ok()) return fail("compare", "--growth-margin: " + bytes.error().message);
    options.margins.growth_bytes_per_request = bytes.value();
  }
  options.json = format == "json";
  return compare_sides("compare", base, changed, options);
}

}  // namespace ttsoak
