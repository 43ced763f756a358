#include "harness/run/run_trace.h"

#include <algorithm>
#include <thread>

#include "harness/run/heap_watch.h"
#include "harness/run/manifest.h"
#include "harness/run/run_directory.h"
#include "harness/run/sampler.h"
#include "harness/target/tracer_setup.h"
#include "reports/record/record_writer.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kGrace = 10s;

Result<std::filesystem::path> directory_for(const TraceOrder& order) {
  if (order.directory.empty()) return make_run_directory("runs", "trace");
  std::error_code error;
  std::filesystem::create_directories(order.directory, error);
  if (error) return Error{order.directory.string() + ": " + error.message()};
  if (std::filesystem::exists(order.directory / "run.db")) {
    return Error{order.directory.string() + " holds a run already; name another directory"};
  }
  return order.directory;
}

// A run without cycles: there is no load, and nothing is judged.
Result<RunHeader> describe_trace(const TraceOrder& order, pid_t root,
                                 const std::string& command_line) {
  RunConfig config;
  config.name = "trace";
  config.target.launch = order.command;
  config.target.trace = order.trace;
  config.workload.cycles = 0;
  config.workload.texts.clear();
  config.thresholds = Thresholds{{}, {}, {}, {}};
  return describe_run(config, root, command_line);
}

}  // namespace

Result<TraceResult> run_trace(const TraceOrder& order, const std::string& command_line,
                              const std::atomic<bool>& stop) {
  const Result<std::filesystem::path> directory = directory_for(order);
  if (!directory.ok()) return directory.error();
  const std::filesystem::path boxes = directory.value() / "blackbox";
  const auto variables = tracer_environment(order.trace, boxes);
  if (!variables.ok()) return variables.error();
  std::error_code error;
  std::filesystem::create_directory(boxes, error);

  const RunClock clock;
  auto command = LaunchedProcess::start(order.command, {}, variables.value());
  if (!command.ok()) return command.error();
  const pid_t root = command.value()->pid();
  const Result<RunHeader> header = describe_trace(order, root, command_line);
  if (!header.ok()) return header.error();
  auto writer = RecordWriter::create(directory.value(), header.value());
  if (!writer.ok()) return writer.error();
  auto sampler = Sampler::start(root, clock, *writer.value());
  if (!sampler.ok()) return sampler.error();

  HeapWatch heap(boxes, true, clock, *writer.value(),
                 [&](pid_t pid) { return pid == root ? 0 : sampler.value()->index_of_pid(pid); });
  int look = 0;
  auto interval = 1s;
  auto next = Clock::now() + interval;
  auto patience_ends = Clock::time_point::max();
  while (!command.value()->poll()) {
    std::this_thread::sleep_for(20ms);
    if (stop) patience_ends = std::min(patience_ends, Clock::now() + kGrace);
    if (Clock::now() > patience_ends) command.value()->stop(1s);
    if (Clock::now() < next) continue;
    heap.take_snapshots(++look);
    interval = std::min<std::chrono::seconds>(interval * 2, 60s);
    next = Clock::now() + interval;
  }
  heap.take_snapshots(++look);
  sampler.value().reset();
  const ProcessEnd end = *command.value()->poll();
  if (Status failure = writer.value()->finish(clock.now(), "the program " + end.text)) {
    return *failure;
  }
  std::filesystem::remove_all(boxes, error);
  return TraceResult{directory.value(), end};
}

}  // namespace ttsoak
