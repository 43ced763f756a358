#include <unistd.h>

#include <iostream>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/cli/print_profile.h"
#include "harness/run/report_files.h"
#include "reports/record/record_reader.h"
#include "reports/render/console.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/junit.h"
#include "reports/render/markdown.h"
#include "reports/render/trigger_words.h"
#include "reports/verdict/judge.h"

namespace ttsoak {

ExitStatus cmd_report(int argc, char** argv) {
  CLI::App app{"Judges a recorded run again, from its record alone, and renders it.",
               "ttsoak report"};
  app.footer(
      "Examples:\n"
      "  ttsoak report runs/soak-20260101-120000             writes report.{html,json,md}, "
      "junit.xml\n"
      "  ttsoak report runs/soak-20260101-120000 --format json | jq .verdict\n"
      "  ttsoak report runs/soak-20260101-120000 --from 10 --to 40   what the heap gained\n\n"
      "Of a traced run it also writes heap.folded (flame graphs) and heap.pb.gz (go tool pprof).\n"
      "Works on a run that was killed, and on one that is still going on. The exit status is the\n"
      "verdict's: 0 PASS, 1 FAIL, 2 INCONCLUSIVE, 3 INVALID; 4 where the record cannot be read.");
  std::string directory;
  std::string format = "console";
  bool full = false;
  std::optional<int> from, to;
  app.add_option("DIR", directory, "the run directory")->required();
  app.add_option("--format", format, "print this one to standard output and write no files")
      ->check(CLI::IsMember({"console", "json", "markdown", "html", "junit"}));
  app.add_flag("--full", full, "show every frame of every stack (traces, --from)");
  app.add_option("--from", from, "print what the heap gained and lost since this cycle's trough");
  app.add_option("--to", to, "until this cycle's trough; default: the newest")->needs("--from");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  const StackDetail detail = full ? StackDetail::full : StackDetail::folded;
  if (from) {
    const Status error = print_difference(directory, *from, to, detail);
    if (error) std::cerr << "ttsoak report: " << error->message << '\n';
    return error ? ExitStatus::error : ExitStatus::pass;
  }
  Result<RunRecord> record = read_run_record(directory);
  if (!record.ok()) {
    std::cerr << "ttsoak report: " << record.error().message << '\n';
    return ExitStatus::error;
  }
  const bool has_cycles = record.value().header.cycles_planned > 0;
  const bool is_diagnosis = !has_cycles && !record.value().diagnosis.empty();
  if (!has_cycles && !is_diagnosis) {  // a trace: there is nothing to judge
    const Status error = print_profile(directory, detail);
    if (error) std::cerr << "ttsoak report: " << error->message << '\n';
    return error ? ExitStatus::error : ExitStatus::pass;
  }
  const Report report = judge(std::move(record).value());
  if (format == "json") std::cout << render_json(report);
  if (format == "markdown") std::cout << render_markdown(report);
  if (format == "junit") std::cout << render_junit(report);
  if (format == "html") std::cout << render_html(report);
  if (format == "console") {
    std::cout << (is_diagnosis ? render_trigger(report)
                               : render_console(report, ::isatty(STDOUT_FILENO) == 1));
  }
  if (app.count("--format") == 0) {
    // A record on a read-only disk can still be judged: say so and go on.
    if (const Status error = write_report_files(report, directory)) {
      std::cerr << "ttsoak report: no files written: " << error->message << '\n';
    } else {
      std::cout << "\nReport: " << directory << "/report.html\n";
    }
  }
  // Nothing was to be judged, unless the target died.
  if (is_diagnosis && report.verdict.status != VerdictStatus::fail) return ExitStatus::pass;
  return static_cast<ExitStatus>(report.verdict.status);
}

}  // namespace ttsoak
