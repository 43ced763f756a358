#include "probes/heap/blackbox_reader.h"

#include <algorithm>
#include <cstddef>

#include "probes/heap/live_table.h"
#include "probes/heap/own_memory.h"

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr int kMaxReadings = 100;

std::int64_t mean_bytes(std::uint32_t rate) {
  return rate == 0 || rate > 62 ? 0 : std::int64_t{1} << rate;
}

bool same(const Counters& a, const Counters& b) {
  return a.allocated_bytes == b.allocated_bytes && a.allocated_blocks == b.allocated_blocks &&
         a.freed_bytes == b.freed_bytes && a.freed_blocks == b.freed_blocks &&
         a.python_allocated_blocks == b.python_allocated_blocks &&
         a.python_freed_blocks == b.python_freed_blocks;
}

void add(const Counters& counters, HeapSnapshot& snapshot) {
  const auto add_to = [](std::int64_t& sum, std::uint64_t part) {
    // Unsigned: what a damaged file holds may overflow, and that must stay harmless.
    sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + part);
  };
  add_to(snapshot.allocated_bytes, counters.allocated_bytes);
  add_to(snapshot.allocated_blocks, counters.allocated_blocks);
  add_to(snapshot.freed_bytes, counters.freed_bytes);
  add_to(snapshot.freed_blocks, counters.freed_blocks);
  add_to(snapshot.python_allocated_blocks, counters.python_allocated_blocks);
  add_to(snapshot.python_freed_blocks, counters.python_freed_blocks);
}

// A thread that ends moves its figures to `retired`. Seen before and after it, they are equal
// unless one did so meanwhile, whose figures we may have seen twice or not at all.
Status sum_counters(const BoxFile& file, HeapSnapshot& snapshot) {
  auto before = file.header();
  for (int reading = 0; reading < kMaxReadings && before.ok(); ++reading) {
    const auto threads =
        file.elements<Counters>(file.layout().counters, 0, before.value().threads_seen);
    if (!threads.ok()) return threads.error();
    auto after = file.header();
    if (!after.ok()) return after.error();
    if (!same(before.value().retired, after.value().retired) && reading + 1 < kMaxReadings) {
      before = std::move(after);
      continue;
    }
    add(after.value().retired, snapshot);
    for (const Counters& thread : threads.value()) add(thread, snapshot);
    return {};
  }
  return before.error();
}

void add_note(HeapSnapshot& snapshot, std::uint64_t count, const char* what) {
  if (count == 0) return;
  if (!snapshot.note.empty()) snapshot.note += "; ";
  snapshot.note += std::to_string(count) + " " + what;
}

void describe_losses(const Losses& losses, HeapSnapshot& snapshot) {
  snapshot.dropped_samples = static_cast<std::int64_t>(losses.live_table_full);
  add_note(snapshot, losses.live_table_full, "samples not kept, for want of room");
  add_note(snapshot, losses.stack_table_full + losses.scratch_busy, "samples without their stack");
  add_note(snapshot, losses.on_signal_stack, "stacks not taken in signal handlers");
  add_note(snapshot, losses.code_table_full, "Python frames without a name, for want of room");
  add_note(snapshot, losses.mapping_table_full, "mappings not kept, for want of room");
}

}  // namespace

Result<BlackboxReader> BlackboxReader::open(const std::filesystem::path& path) {
  auto file = BoxFile::open(path);
  if (!file.ok()) return file.error();
  return BlackboxReader(std::move(file).value());
}

Result<BlackboxInfo> BlackboxReader::info() const {
  const auto header = file_.header();
  if (!header.ok()) return header.error();
  const Header& now = header.value();
  BlackboxInfo info;
  info.path = file_.path();
  info.pid = now.pid;
  info.parent_pid = now.parent_pid;
  info.started_ns = now.started_ns;
  info.state = static_cast<State>(std::min(now.state, static_cast<std::uint32_t>(State::ended)));
  info.blind = now.blind;
  info.python_version = now.python_version;
  info.forked = now.forked != 0;
  info.base_mean_bytes = mean_bytes(now.base_rate);
  info.program = printable({now.program, sizeof now.program});
  info.note = printable({now.note, sizeof now.note});
  return info;
}

Result<HeapSnapshot> BlackboxReader::snapshot(int host_pid) const {
  HeapSnapshot snapshot;
  if (Status error = sum_counters(file_, snapshot)) return *error;
  // Samples before stacks, so that the stacks they name are there.
  const auto header = file_.header();
  if (!header.ok()) return header.error();
  const auto stack_capacity = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(file_.layout().stacks.capacity, UINT32_MAX));
  const auto live = sum_live_samples(file_, stack_capacity, header.value().floor_bytes);
  if (!live.ok()) return live.error();
  const auto mapped =
      sum_mappings(file_, header.value().mappings_used, stack_capacity, ResidentPages(host_pid));
  if (!mapped.ok()) return mapped.error();
  const auto last = file_.header();
  if (!last.ok()) return last.error();
  const Header& now = last.value();
  const auto slots = file_.elements<StackSlot>(now.stacks, 0, now.stacks_used);
  if (!slots.ok()) return slots.error();

  snapshot.cycle = static_cast<int>(now.cycle);
  snapshot.sample_mean_bytes = mean_bytes(now.rate);
  snapshot.samples = live.value().samples;
  snapshot.tracer_bytes = own_memory_bytes(now);
  snapshot.note = printable({now.note, sizeof now.note});
  describe_losses(now.losses, snapshot);
  for (std::size_t i = 0; i < live.value().stacks.size(); ++i) {
    const LiveSums::OfStack& sums = live.value().stacks[i];
    StackFigures figures{static_cast<std::int64_t>(i), sums.bytes, sums.blocks, sums.variance};
    figures.mapped_bytes = mapped.value()[i];
    if (i < slots.value().size()) {
      const StackSlot& slot = slots.value()[i];
      figures.allocated_bytes = static_cast<double>(slot.allocated_bytes);
      figures.allocated_blocks = static_cast<double>(slot.allocated_blocks);
      figures.freed_bytes = static_cast<double>(slot.freed_bytes);
      figures.freed_blocks = static_cast<double>(slot.freed_blocks);
    }
    if (figures.live_blocks == 0 && figures.allocated_blocks == 0 && figures.mapped_bytes == 0) {
      continue;
    }
    snapshot.stacks.push_back(figures);
  }
  snapshot.survivors.reserve(live.value().births.size());
  for (const auto& [key, born] : live.value().births) {
    snapshot.survivors.push_back({static_cast<std::int64_t>(key >> 32),
                                  static_cast<int>(key & UINT32_MAX), born.bytes, born.blocks});
  }
  std::sort(snapshot.survivors.begin(), snapshot.survivors.end(),
            [](const Survivors& a, const Survivors& b) {
              return std::pair(a.stack, a.born_cycle) < std::pair(b.stack, b.born_cycle);
            });
  return snapshot;
}

Status BlackboxReader::set_cycle(std::uint32_t cycle) {
  return file_.write(&cycle, sizeof cycle, offsetof(Header, cycle));
}

}  // namespace ttsoak
