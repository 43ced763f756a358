#include "harness/run/heap_watch.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "harness/run/inside_watch.h"

namespace ttsoak {

struct HeapWatch::Box {
  Box(BlackboxReader opened, const std::filesystem::path& root, int process_index)
      : reader(std::move(opened)), symbolizer(root), resolver(symbolizer), process(process_index) {}

  BlackboxReader reader;
  Symbolizer symbolizer;
  StackResolver resolver;  // refers to the symbolizer
  int process;
  bool is_self = false;               // ttsoak's own, where the engine lives in it
  std::int64_t first_stack = 0;       // recorded as its number 0 would be
  std::vector<std::int64_t> left;     // stacks of the program that this one took the place of
  std::set<std::int64_t> recorded;    // stacks
  std::vector<std::int64_t> unnamed;  // of these, those not recorded with their names yet
  std::string note;                   // as told last
  bool ended = false;                 // read for the last time
  std::optional<InsideWatch> inside;  // refers to the reader
};

HeapWatch::HeapWatch(std::filesystem::path directory, bool is_ours, const RunClock& clock,
                     ObservationSink& sink, std::function<int(pid_t)> index_of)
    : directory_(std::move(directory)),
      is_ours_(is_ours),
      clock_(clock),
      sink_(&sink),
      index_of_(std::move(index_of)) {}

HeapWatch::~HeapWatch() = default;

void HeapWatch::begin_cycle(int cycle) {
  cycle_ = cycle;
  find_new_boxes();
  for (auto& [name, box] : boxes_) {
    // A box that may only be read: its blocks stay without a birth cycle, which is all it costs.
    if (!box->ended) static_cast<void>(box->reader.set_cycle(static_cast<std::uint32_t>(cycle)));
  }
}

void HeapWatch::take_snapshots(int cycle) {
  find_new_boxes();
  troughs_.push_back({});
  troughs_.back().cycle = cycle;
  for (auto& [name, box] : boxes_) {
    if (!box->ended) take_snapshot(*box, cycle);
  }
  if (troughs_.back().processes == 0) troughs_.pop_back();
}

std::optional<HeapWeight> HeapWatch::weigh() {
  find_new_boxes();
  std::optional<HeapWeight> weight;
  for (auto& [name, box] : boxes_) {
    if (box->ended) continue;
    const Result<BlackboxInfo> info = box->reader.info();
    const int host_pid = info.ok() ? host_pid_of(info.value()) : 0;
    if (info.ok() && host_pid == 0) continue;  // ended since: what it held is gone
    const Result<HeapSnapshot> heap = box->reader.snapshot(host_pid);
    if (!info.ok() || !heap.ok()) return std::nullopt;
    if (!weight) weight.emplace();
    weight->live_bytes += heap.value().allocated_bytes - heap.value().freed_bytes;
    weight->tracer_bytes += heap.value().tracer_bytes;
  }
  return weight;
}

void HeapWatch::find_new_boxes() {
  const Result<FoundBlackboxes> found = find_blackboxes(directory_);
  if (!found.ok()) {
    if (told_.insert(found.error().message).second) {
      sink_->record(Event{clock_.now(), EventKind::probe_failed, -1, found.error().message, {}});
    }
    return;
  }
  for (const FoundBlackbox& one : found.value().boxes) {
    const std::string name =
        one.info.path.filename().string() + "@" + std::to_string(one.info.started_ns);
    if (boxes_.contains(name)) continue;
    const bool has_ended = one.host_pid == 0;
    const int process = index_of_(has_ended ? one.info.pid : one.host_pid);
    Result<BlackboxReader> reader = BlackboxReader::open(one.info.path);
    if (process >= 0 && reader.ok()) {
      const std::filesystem::path root =
          has_ended ? "/" : "/proc/" + std::to_string(one.host_pid) + "/root";
      auto box = std::make_unique<Box>(std::move(reader).value(), root, process);
      box->is_self = one.host_pid == ::getpid();
      follow_predecessors(*box);
      static_cast<void>(box->reader.set_cycle(static_cast<std::uint32_t>(cycle_)));
      boxes_.emplace(name, std::move(box));
    }
    // Too short-lived to matter, or open in our hands: a server that forks for every request must
    // not fill the disk.
    std::error_code gone;
    if (has_ended && is_ours_) std::filesystem::remove(one.info.path, gone);
  }
}

// A process that replaces its program (man 2 execve) keeps its place in the record. What the old
// program held is gone, and the new one counts its stacks from 1 again.
void HeapWatch::follow_predecessors(Box& box) {
  constexpr std::int64_t kMostStacks = std::int64_t{1} << 32;
  for (auto& [name, old] : boxes_) {
    if (old->process != box.process) continue;
    old->ended = true;
    box.left.insert(box.left.end(), old->recorded.begin(), old->recorded.end());
    box.first_stack += kMostStacks;
  }
}

void HeapWatch::take_snapshot(Box& box, int cycle) {
  const Result<BlackboxInfo> info = box.reader.info();
  const int host_pid = info.ok() ? host_pid_of(info.value()) : 0;
  Result<HeapSnapshot> snapshot = box.reader.snapshot(host_pid);
  if (!info.ok() || !snapshot.ok()) {
    const Error& error = info.ok() ? snapshot.error() : info.error();
    sink_->record(Event{clock_.now(), EventKind::probe_failed, box.process, error.message, {}});
    box.ended = true;
    return;
  }
  snapshot.value().process = box.process;
  snapshot.value().cycle = cycle;
  snapshot.value().at = clock_.now();
  record_stacks(box, snapshot.value());
  for (const std::int64_t stack : std::exchange(box.left, {})) {
    snapshot.value().stacks.push_back(StackFigures{.stack = stack});
  }
  troughs_.back().live_bytes += snapshot.value().allocated_bytes - snapshot.value().freed_bytes;
  troughs_.back().tracer_bytes += snapshot.value().tracer_bytes;
  ++troughs_.back().processes;
  box.ended = host_pid == 0;
  if (const std::string& note = info.value().note; note != box.note) {
    box.note = note;
    sink_->record(Event{clock_.now(), EventKind::note, box.process, "tracer: " + note, {}});
  }
  sink_->record(std::move(snapshot).value());
}

void HeapWatch::record_stacks(Box& box, HeapSnapshot& snapshot) {
  for (Survivors& survivors : snapshot.survivors) survivors.stack += box.first_stack;
  for (StackFigures& figures : snapshot.stacks) {
    figures.stack += box.first_stack;
    if (box.recorded.insert(figures.stack).second) box.unnamed.push_back(figures.stack);
  }
  if (!box.is_self) name_stacks(box);
}

void HeapWatch::name_stacks(Box& box) {
  if (box.unnamed.empty()) return;
  Result<BoxTables> tables = box.reader.tables();
  if (tables.ok()) box.resolver.update(std::move(tables).value());
  for (const std::int64_t stack : box.unnamed) {
    sink_->record(HeapStack{box.process, stack, box.resolver.frames_of(stack - box.first_stack)});
  }
  box.unnamed.clear();
}

// Nobody can be asked who has ended, or whose pid is not known from here.
void HeapWatch::open_inside(Box& box) {
  if (box.inside || box.ended) return;
  const Result<BlackboxInfo> info = box.reader.info();
  const int host_pid = info.ok() ? host_pid_of(info.value()) : 0;
  if (host_pid != 0) box.inside.emplace(box.reader, host_pid, box.process, clock_, *sink_);
}

void HeapWatch::look_inside(int cycle, Thoroughness thoroughness) {
  for (auto& [name, box] : boxes_) {
    // ttsoak itself: what it takes to look would be the engine's growth.
    if (box->is_self && cycle != 0) continue;
    open_inside(*box);
    if (box->inside && !box->ended) box->inside->look(cycle, thoroughness, box->first_stack);
  }
}

void HeapWatch::look_thoroughly(int cycle) {
  for (auto& [name, box] : boxes_) {
    open_inside(*box);
    if (!box->inside || box->ended || box->inside->walked_cycle() == cycle) continue;
    box->inside->look(cycle, Thoroughness::walk, box->first_stack);
  }
}

void HeapWatch::name_holders() {
  for (auto& [name, box] : boxes_) {
    if (box->inside && !box->ended) box->inside->name_holders();
  }
}

bool HeapWatch::is_traced(int process) const {
  return std::any_of(boxes_.begin(), boxes_.end(), [&](const auto& entry) {
    return entry.second->process == process && !entry.second->ended;
  });
}

void HeapWatch::experiment(int cycle) {
  for (auto& [name, box] : boxes_) {
    // Not ttsoak itself: what it gives back is not the engine's.
    if (box->inside && !box->ended && !box->is_self) box->inside->experiment(cycle);
  }
}

void HeapWatch::finish() {
  for (auto& [name, box] : boxes_) name_stacks(*box);
}

}  // namespace ttsoak
