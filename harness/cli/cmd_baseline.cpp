#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/run/write_file.h"
#include "reports/compare/baseline.h"
#include "reports/record/record_reader.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  ttsoak baseline runs/soak-20260101-120000 -o baseline.json\n"
    "  ttsoak run configs/ci-gate.json --baseline baseline.json\n\n"
    "The file is small, meant to be committed, and holds RSS before the first request, after 50,\n"
    "at the last trough, its peak, growth per request with its interval, the machine and "
    "versions.\n"
    "A run is held to it by --baseline, or by \"baseline\" in its config: memory up to 10 % above\n"
    "(\"tolerance\"), growth up to 10 KiB per request more (\"growth_margin\").\n"
    "Exit status: 0 written, 4 the run cannot be read or is no measure for others.";

ExitStatus fail(const Error& error) {
  std::cerr << "ttsoak baseline: " << error.message << '\n';
  return ExitStatus::error;
}

}  // namespace

ExitStatus cmd_baseline(int argc, char** argv) {
  CLI::App app{
      "Writes what a recorded run measured into a small file for later runs to be held to.",
      "ttsoak baseline"};
  app.footer(kExamples);
  std::string directory, output;
  app.add_option("DIR", directory, "the run directory")->required();
  app.add_option("-o,--output", output, "the file; default: standard output");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  Result<RunRecord> record = read_run_record(directory);
  if (!record.ok()) return fail(record.error());
  const Report report = judge(std::move(record).value());
  const Result<Baseline> baseline = baseline_of(report.record, report.growth);
  if (!baseline.ok()) return fail(baseline.error().with_context(directory));
  if (report.verdict.status != VerdictStatus::pass) {
    std::cerr << "note: this run did not pass. " << report.verdict.sentence << '\n';
  }
  if (output.empty()) {
    std::cout << baseline_text(baseline.value());
    return ExitStatus::pass;
  }
  if (const Status error = write_file(output, baseline_text(baseline.value()))) return fail(*error);
  return ExitStatus::pass;
}

}  // namespace ttsoak
