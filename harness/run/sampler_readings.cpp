// What the sampler reads and records at each tick; its thread is in sampler.cpp.
#include "harness/run/sampler.h"

namespace ttsoak {

void Sampler::sample_rss(RunTime now) {
  std::int64_t total = 0;
  for (ProcessWatch* process : tree_.processes()) {
    const Result<std::int64_t> rss = process->read_rss_bytes();
    // One that has ended since the last scan: the next one says so.
    if (!rss.ok()) continue;
    total += rss.value();
    sink_->record(RssSample{index_of(*process), now, rss.value()});
  }
  if (total > 0) rss_.add(now, total);
  if (self_) {
    const Result<std::int64_t> rss = self_->read_rss_bytes();
    if (rss.ok()) sink_->record(RssSample{index_of(*self_), now, rss.value()});
  }
  if (root_ != nullptr && !root_->alive()) {
    root_ended_ = true;
    stop_ = true;
  }
}

void Sampler::sample_status(RunTime now) {
  const auto sample = [&](ProcessWatch& process) {
    Result<StatusSample> status = process.read_status();
    if (!status.ok()) return;
    status.value().process = index_of(process);
    status.value().at = now;
    sink_->record(status.value());
  };
  for (ProcessWatch* process : tree_.processes()) sample(*process);
  if (self_) sample(*self_);
}

void Sampler::scan(RunTime now) {
  const ProcessTree::Change change = tree_.scan();
  for (const auto& process : change.ended) {
    if (process.get() == root_) {
      root_ = nullptr;
      root_ended_ = true;
      stop_ = true;
    } else {
      sink_->record(Event{
          now, EventKind::process_ended, index_of(*process), process->identity().command, {}});
    }
    indices_.erase(process.get());
  }
  for (const ProcessWatch* process : change.appeared) {
    introduce(*process, ProcessRole::child, now);
    sink_->record(Event{
        now, EventKind::process_appeared, index_of(*process), process->identity().command, {}});
  }
}

void Sampler::introduce(const ProcessWatch& process, ProcessRole role, RunTime now) {
  const ProcessIdentity& identity = process.identity();
  const int index = next_index_++;
  indices_[&process] = index;
  if (role != ProcessRole::ttsoak) last_index_[identity.pid] = index;
  sink_->record(ProcessInfo{index, identity.pid, identity.parent_pid, identity.start_ticks, role,
                            identity.command, now});
}

void Sampler::take_resources(int cycle) {
  const std::lock_guard lock(mutex_);
  const auto take = [&](ProcessWatch& process) {
    Result<ResourceSnapshot> snapshot = process.read_resources();
    const RunTime now = clock_.now();
    for (const Error& refusal : process.take_refusals()) {
      sink_->record(Event{now, EventKind::probe_failed, index_of(process), refusal.message, {}});
    }
    if (!snapshot.ok()) return;
    snapshot.value().process = index_of(process);
    snapshot.value().cycle = cycle;
    snapshot.value().at = now;
    sink_->record(snapshot.value());
  };
  for (ProcessWatch* process : tree_.processes()) take(*process);
  if (self_) take(*self_);
}

std::vector<LivingProcess> Sampler::living() {
  const std::lock_guard lock(mutex_);
  std::vector<LivingProcess> living;
  for (const ProcessWatch* process : tree_.processes()) {
    living.push_back({index_of(*process), process->identity().pid});
  }
  return living;
}

int Sampler::index_of_pid(pid_t pid) {
  const std::lock_guard lock(mutex_);
  for (const auto& [process, index] : indices_) {
    if (process != self_.get() && process->identity().pid == pid) return index;
  }
  return -1;
}

int Sampler::index_of_relative(pid_t pid) {
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = last_index_.try_emplace(pid, next_index_);
  if (is_new) {
    sink_->record(ProcessInfo{next_index_++, pid, 0, 0, ProcessRole::child,
                              "(ended before it was seen)", clock_.now()});
  }
  return place->second;
}

int Sampler::index_of(const ProcessWatch& process) const {
  const auto found = indices_.find(&process);
  if (found == indices_.end()) abort_with("a process was sampled before it was introduced");
  return found->second;
}

}  // namespace ttsoak
