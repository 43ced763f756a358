#include <unistd.h>

#include <atomic>
#include <csignal>
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/cli/run_ab.h"
#include "harness/cli/run_options.h"
#include "harness/cli/trace_self.h"
#include "harness/run/run_soak.h"
#include "reports/render/console.h"
#include "reports/render/trigger_words.h"

namespace ttsoak {
namespace {

std::atomic<bool> g_stop{false};

// The first Ctrl-C ends the run with a partial report, a second one ends ttsoak at once.
void on_signal(int signal) {
  g_stop = true;
  std::signal(signal, SIG_DFL);
}

constexpr const char* kExamples =
    "Examples:\n"
    "  ttsoak run --url http://127.0.0.1:8880\n"
    "  ttsoak run --url http://127.0.0.1:8880 --requests 4000 --budget 4KiB --peak 3GiB\n"
    "  ttsoak run --url http://127.0.0.1:5000 --launch 'python3 server.py' --ready /health\n"
    "  ttsoak run --in-process --fault text_cache=1 --voice slt\n"
    "  ttsoak run configs/overnight.json\n"
    "  ttsoak run configs/ci-gate.json --baseline baseline.json\n"
    "  ttsoak run --ab old.json new.json --runs 5\n\n"
    "Ctrl-C ends the run and judges what was seen.\n"
    "Exit status: 0 PASS, 1 FAIL, 2 INCONCLUSIVE, 3 INVALID, 4 error.";

constexpr const char* kDiagnoseExamples =
    "Examples:\n"
    "  ttsoak diagnose --url http://127.0.0.1:8880\n"
    "  ttsoak diagnose --in-process --fault abort_state=1\n"
    "  ttsoak diagnose configs/overnight.json\n\n"
    "It takes 30 to 48 cycles of at most 100 requests each. Nothing is judged: 'ttsoak run\n"
    "--diagnose' soaks first, and diagnoses where growth is not sound.\n"
    "Exit status: 0 diagnosed, 1 the target died, 2 too short to say, 4 error.";

Result<SoakResult> soak(const RunConfig& config, int argc, char** argv) {
  trace_self(config, argv - 1);  // the whole command line
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGPIPE, SIG_IGN);

  std::string command_line = "ttsoak";
  for (int i = 0; i < argc; ++i) command_line += std::string(" ") + argv[i];
  Progress progress(std::cerr, ::isatty(STDERR_FILENO) == 1);
  Result<SoakResult> result = run_soak(config, command_line, g_stop, progress);
  progress.finish();
  clean_up_after_tracing_self();
  return result;
}

ExitStatus fail(const char* command, const Error& error) {
  std::cerr << "ttsoak " << command << ": " << error.message << '\n';
  return ExitStatus::error;
}

}  // namespace

ExitStatus cmd_run(int argc, char** argv) {
  CLI::App app{"Drives a target in cycles of equal work, records what happens, judges it.",
               "ttsoak run"};
  app.footer(kExamples);
  RunOptions options;
  add_run_options(app, options);
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  if (!options.ab.empty()) {
    return run_ab(options, g_stop,
                  [&](const RunConfig& config) { return soak(config, argc, argv); });
  }
  const Result<RunConfig> config = make_run_config(options);
  if (!config.ok()) return fail("run", config.error());
  const Result<SoakResult> result = soak(config.value(), argc, argv);
  if (!result.ok()) return fail("run", result.error());
  const SoakResult& soak = result.value();
  std::cout << render_console(soak.report, ::isatty(STDOUT_FILENO) == 1)
            << "\nReport: " << (soak.directory / "report.html").string() << '\n';
  return static_cast<ExitStatus>(soak.report.verdict.status);
}

ExitStatus cmd_diagnose(int argc, char** argv) {
  CLI::App app{
      "Finds out which kind of traffic makes a target grow: drives blocks of cycles, each of\n"
      "which differs from the plainest traffic in one thing, and compares their growth.",
      "ttsoak diagnose"};
  app.footer(kDiagnoseExamples);
  RunOptions options;
  add_run_options(app, options);
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  Result<RunConfig> config = make_run_config(options);
  if (!config.ok()) return fail("diagnose", config.error());
  config.value().diagnose = true;
  config.value().workload.cycles = 0;
  config.value().target.experiments = false;  // what a trim gives back would hide growth
  const Result<SoakResult> result = soak(config.value(), argc, argv);
  if (!result.ok()) return fail("diagnose", result.error());
  const Report& report = result.value().report;
  const std::string found = render_trigger(report);
  std::cout << '\n'
            << (found.empty() ? report.verdict.sentence + "\n" : found)
            << "\nReport: " << (result.value().directory / "report.html").string() << '\n';
  if (report.verdict.status == VerdictStatus::fail) return ExitStatus::fail;
  return found.empty() ? ExitStatus::inconclusive : ExitStatus::pass;
}

}  // namespace ttsoak
