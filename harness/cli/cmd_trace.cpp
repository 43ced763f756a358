#include <unistd.h>

#include <atomic>
#include <csignal>
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"
#include "harness/cli/print_profile.h"
#include "harness/config/quantities.h"
#include "harness/run/run_trace.h"

namespace ttsoak {
namespace {

std::atomic<bool> g_stop{false};

void on_signal(int) { g_stop = true; }

constexpr const char* kExamples =
    "Examples:\n"
    "  ttsoak trace -- python3 script.py\n"
    "  ttsoak trace -o runs/import-torch --sample 16KiB -- python3 -c 'import torch'\n"
    "  ttsoak report runs/import-torch --full           every frame\n"
    "  go tool pprof -http : runs/import-torch/heap.pb.gz\n\n"
    "Ctrl-C goes to the program; what it held is shown when it has ended.\n"
    "Exit status: the program's own; 128 + N after signal N; 4 where ttsoak could not do its job.";

}  // namespace

ExitStatus cmd_trace(int argc, char** argv) {
  CLI::App app{
      "Runs a program with the allocation tracer and shows which call stacks hold memory\n"
      "when it ends, and which allocated most.",
      "ttsoak trace"};
  app.footer(kExamples);
  TraceOrder order;
  std::string directory, sample;
  app.add_option("-o,--output", directory, "where the record goes; default: a new one in runs/");
  app.add_option("--sample", sample, "mean distance of samples in allocated bytes; default 64KiB");
  app.add_option("COMMAND", order.command, "the program and its arguments, after --")->required();
  app.positionals_at_end();
  if (const auto exit = parse_options(app, argc, argv)) return *exit;
  order.directory = directory;
  if (!sample.empty()) {
    const Result<double> bytes = parse_bytes(sample);
    if (!bytes.ok() || bytes.value() < 1024) {
      std::cerr << "ttsoak trace: --sample: expected a size from 1KiB, got \"" << sample << "\"\n";
      return ExitStatus::error;
    }
    order.trace.sample_bytes = static_cast<std::int64_t>(bytes.value());
  }
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);

  std::string command_line = "ttsoak";
  for (int i = 0; i < argc; ++i) command_line += std::string(" ") + argv[i];
  const Result<TraceResult> result = run_trace(order, command_line, g_stop);
  if (!result.ok()) {
    std::cerr << "ttsoak trace: " << result.error().message << '\n';
    return ExitStatus::error;
  }
  const ProcessEnd& end = result.value().end;
  std::cerr << "\nttsoak: the program " << (end.by_signal ? "was " : "") << end.text << '\n';
  if (const Status error = print_profile(result.value().directory, StackDetail::folded)) {
    std::cerr << "ttsoak trace: " << error->message << '\n';
    return ExitStatus::error;
  }
  return static_cast<ExitStatus>(end.by_signal ? 128 + end.code : end.code);
}

}  // namespace ttsoak
