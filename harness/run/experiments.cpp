#include "harness/run/experiments.h"

#include <unistd.h>

#include <cstring>
#include <optional>
#include <string>

#include "probes/heap/mailbox.h"
#include "probes/process/proc_file.h"
#include "probes/process/proc_statm.h"

namespace ttsoak {
namespace {

using blackbox::Command;
using namespace std::chrono_literals;

// A trim of many arenas, or a collection of millions of objects, on a busy machine.
constexpr auto kPatience = 30s;

std::optional<std::int64_t> rss_of(int host_pid) {
  Result<ProcFile> file = ProcFile::open("/proc/" + std::to_string(host_pid) + "/statm");
  if (!file.ok()) return std::nullopt;
  const Result<std::string_view> text = file.value().read();
  if (!text.ok()) return std::nullopt;
  const Result<ProcStatm> statm = parse_proc_statm(text.value(), ::sysconf(_SC_PAGESIZE));
  if (!statm.ok()) return std::nullopt;
  return statm.value().rss_bytes;
}

bool is_jemalloc(const BlackboxReader& reader, int host_pid) {
  const auto reply = ask_tracer(reader.file(), host_pid, Command::allocator_figures, 0, kPatience);
  blackbox::AllocatorFigures figures{};
  if (!reply.ok() || reply.value().size() < sizeof figures) return false;
  std::memcpy(&figures, reply.value().data(), sizeof figures);
  return figures.jemalloc_mapped_bytes > 0;
}

// The number of collected objects that gc.collect's reply holds; -1 if it holds none.
std::int64_t collected_in(const std::vector<char>& reply) {
  std::int64_t collected = -1;
  if (reply.size() >= sizeof collected) std::memcpy(&collected, reply.data(), sizeof collected);
  return collected;
}

}  // namespace

std::vector<Experiment> experiment_on(const BlackboxReader& reader, int host_pid,
                                      std::int64_t predicted_bytes, const RunClock& clock) {
  std::vector<Experiment> done;
  const auto perform = [&](ExperimentKind kind, Command command) {
    Experiment experiment;
    experiment.kind = kind;
    const std::optional<std::int64_t> before = rss_of(host_pid);
    experiment.at = clock.now();
    const auto reply = ask_tracer(reader.file(), host_pid, command, 0, kPatience);
    experiment.took_us = (clock.now() - experiment.at).count();
    const std::optional<std::int64_t> after = rss_of(host_pid);
    if (!reply.ok() || !before || !after) return;
    experiment.rss_before_bytes = *before;
    experiment.rss_after_bytes = *after;
    if (kind == ExperimentKind::gc_collect) {
      experiment.collected = collected_in(reply.value());
    } else {
      experiment.predicted_bytes = predicted_bytes;
    }
    done.push_back(experiment);
  };

  const Result<BlackboxInfo> info = reader.info();
  if (!info.ok()) return done;
  if (info.value().python_version != 0) {
    perform(ExperimentKind::gc_collect, Command::python_collect);
  }
  if (is_jemalloc(reader, host_pid)) {
    perform(ExperimentKind::jemalloc_purge, Command::purge);
  } else {
    perform(ExperimentKind::malloc_trim, Command::trim);
  }
  return done;
}

}  // namespace ttsoak
