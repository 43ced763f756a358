#include "harness/run/run_trace.h"

#include <unistd.h>

#include <algorithm>
#include <map>
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
RunConfig config_of(const TraceOrder& order) {
  RunConfig config;
  config.name = "trace";
  config.target.launch = order.command;
  config.target.trace = order.trace;
  config.workload.cycles = 0;
  config.workload.texts.clear();
  config.thresholds = Thresholds{{}, {}, {}, {}};
  return config;
}

// Nothing was traced: leave no directories behind, unless they hold something.
void remove_if_empty(const std::filesystem::path& directory) {
  std::error_code not_empty;
  std::filesystem::remove(directory / "blackbox", not_empty);
  std::filesystem::remove(directory, not_empty);
}

// Whether a process that cannot be looked at has ended. Its memory goes first, and it can be waited
// for only when its last thread is gone, too.
bool has_ended(LaunchedProcess& process) {
  const auto deadline = Clock::now() + 1s;
  while (!process.poll() && Clock::now() < deadline) std::this_thread::sleep_for(1ms);
  return process.poll().has_value();
}

}  // namespace

Result<TraceResult> run_trace(const TraceOrder& order, const std::string& command_line,
                              const std::atomic<bool>& stop) {
  const Result<std::filesystem::path> directory = directory_for(order);
  if (!directory.ok()) return directory.error();
  const std::filesystem::path boxes = directory.value() / "blackbox";
  std::error_code error;
  std::filesystem::create_directory(boxes, error);
  const auto variables = tracer_environment(order.command, order.trace, boxes);
  const RunClock clock;
  auto command = variables.ok() ? LaunchedProcess::start(order.command, {}, variables.value())
                                : variables.error();
  if (!command.ok()) {
    remove_if_empty(directory.value());
    return command.error();
  }
  const pid_t root = command.value()->pid();
  // A program may be over before anybody has looked at it. Its black box tells of it all the same.
  Result<RunHeader> header = describe_run(config_of(order), root, command_line);
  if (!header.ok() && has_ended(*command.value())) {
    header = describe_run(config_of(order), std::nullopt, command_line);
  }
  if (!header.ok()) return header.error();
  auto writer = RecordWriter::create(directory.value(), header.value());
  if (!writer.ok()) return writer.error();
  auto started = Sampler::start(root, clock, *writer.value());
  if (!started.ok() && !has_ended(*command.value())) return started.error();
  std::unique_ptr<Sampler> sampler = started.ok() ? std::move(started).value() : nullptr;
  if (!sampler) {
    writer.value()->record(ProcessInfo{
        0, root, ::getpid(), 0, ProcessRole::root, header.value().manifest["target.command"], {}});
  }

  // Whoever writes into our directory has inherited its name.
  std::map<pid_t, int> unwatched;  // what a program started that was over before the sampler began
  HeapWatch heap(boxes, true, clock, *writer.value(), [&](pid_t pid) {
    if (pid == root) return 0;
    if (sampler) return sampler->index_of_relative(pid);
    const auto [place, is_new] = unwatched.try_emplace(pid, 1 + static_cast<int>(unwatched.size()));
    if (is_new) {
      writer.value()->record(ProcessInfo{place->second, pid, 0, 0, ProcessRole::child,
                                         "(ended before it was seen)", clock.now()});
    }
    return place->second;
  });
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
  sampler.reset();
  const ProcessEnd end = *command.value()->poll();
  if (Status failure = writer.value()->finish(clock.now(), "the program " + end.text)) {
    return *failure;
  }
  std::filesystem::remove_all(boxes, error);
  return TraceResult{directory.value(), end};
}

}  // namespace ttsoak
