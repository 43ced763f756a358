#include "harness/run/inside_watch.h"

#include <utility>

#include "harness/run/experiments.h"
#include "probes/python/ask_python.h"

namespace ttsoak {

InsideWatch::InsideWatch(const BlackboxReader& box, int host_pid, int process,
                         const RunClock& clock, ObservationSink& sink)
    : box_(&box), host_pid_(host_pid), process_(process), clock_(clock), sink_(&sink) {}

void InsideWatch::look(int cycle, Thoroughness thoroughness, std::int64_t first_stack) {
  if (left_out_ > 0) {
    --left_out_;
    return;
  }
  // Python first: a snapshot's own memory is given back before memory is looked at.
  look_at_python(cycle);
  if (look_at_memory(cycle, thoroughness, first_stack)) {
    unanswered_ = 0;
  } else {
    ++unanswered_;
    left_out_ = unanswered_ == 1 ? 1 : 30;
  }
}

bool InsideWatch::look_at_memory(int cycle, Thoroughness thoroughness, std::int64_t first_stack) {
  const RunTime now = clock_.now();
  Result<HeapLook> look = look_at_heap(*box_, host_pid_, thoroughness);
  if (!look.ok()) {
    sink_->record(Event{now, EventKind::probe_failed, process_, look.error().message, {}});
    return false;
  }
  MemorySplit& split = look.value().split;
  split.process = process_;
  split.cycle = cycle;
  split.at = now;
  trim_bytes_ = split.trim_bytes;
  if (thoroughness == Thoroughness::walk) walked_cycle_ = cycle;
  for (RetentionShare& share : look.value().retention) {
    share.process = process_;
    share.cycle = cycle;
    if (share.stack >= 0) share.stack += first_stack;
    sink_->record(std::move(share));
  }
  sink_->record(std::move(split));
  return true;
}

void InsideWatch::look_at_python(int cycle) {
  if (!python_) {
    const Result<BlackboxInfo> info = box_->info();
    if (!info.ok() || info.value().python_version == 0) return;
    python_.emplace(ask_python_of(box_->file(), host_pid_), process_);
  }
  python_->look(cycle, clock_.now(), *sink_);
}

void InsideWatch::name_holders() {
  if (!python_) return;
  if (const Status error = python_->finish(*sink_)) {
    sink_->record(
        Event{clock_.now(), EventKind::probe_failed, process_, "Python: " + error->message, {}});
  }
}

void InsideWatch::experiment(int cycle) {
  for (Experiment& done : experiment_on(*box_, host_pid_, trim_bytes_, clock_)) {
    done.process = process_;
    done.cycle = cycle;
    sink_->record(done);
  }
}

}  // namespace ttsoak
