#include "probes/allocator/heap_look.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "probes/allocator/apportion.h"
#include "probes/allocator/filled.h"
#include "probes/allocator/mapping_split.h"
#include "probes/allocator/native_heap.h"
#include "probes/allocator/python_pools.h"
#include "probes/allocator/stack_library.h"
#include "probes/blackbox/weight.h"
#include "probes/heap/live_table.h"

namespace ttsoak {
namespace {

using namespace blackbox;

void add_note(const std::string& text, MemorySplit& split) {
  if (text.empty()) return;
  if (!split.note.empty()) split.note += "; ";
  split.note += text;
}

Result<std::vector<ClaimedRange>> claims_of(const BlackboxReader& box, const NativeHeap& heap,
                                            const Header& header) {
  std::vector<ClaimedRange> claims;
  for (const WalkRegion& region : heap.walk.regions) {
    claims.push_back({region.start, region.end, Claim::heap});
  }
  for (const WalkMapped& block : heap.walk.mapped) {
    claims.push_back({block.start, block.end, Claim::mapped_block});
  }
  const auto slots = box.file().elements<MappingSlot>(header.mappings, 0, header.mappings_used);
  if (!slots.ok()) return slots.error();
  for (const MappingSlot& slot : slots.value()) {
    if (slot.start == 0 || slot.end <= slot.start || (slot.flags & kMappingOfFile) != 0) continue;
    const bool is_python = (slot.flags & kMappingOfPymalloc) != 0;
    claims.push_back({slot.start, slot.end, is_python ? Claim::python : Claim::program});
  }
  return claims;
}

std::int64_t claimed(const MappingSplit& mappings, Claim claim) {
  return mappings.claimed_bytes[static_cast<std::size_t>(claim)];
}

void fill_from_mappings(const MappingSplit& mappings, MemorySplit& split) {
  split.rss_bytes = mappings.rss_bytes;
  split.stack_bytes = mappings.stack_bytes;
  split.file_bytes = mappings.file_bytes;
  split.shmem_bytes = mappings.shmem_bytes;
  split.tracer_bytes = mappings.tracer_bytes;
  split.mapped_bytes = claimed(mappings, Claim::program);
  split.live_bytes = claimed(mappings, Claim::mapped_block);
}

// Of anonymous memory that nothing else claims: `anonymous` is what is left of it.
void take(std::int64_t bytes, std::int64_t& part, std::int64_t& anonymous) {
  bytes = std::clamp<std::int64_t>(bytes, 0, std::max<std::int64_t>(anonymous, 0));
  part += bytes;
  anonymous -= bytes;
}

void fill_glibc(const NativeHeap& heap, std::int64_t& anonymous, MemorySplit& split) {
  split.exact = heap.exact;
  split.live_bytes += heap.account.live_bytes;
  split.pinned_bytes = heap.account.pinned_bytes;
  split.free_bytes = heap.account.free_bytes;
  split.top_bytes = heap.account.top_bytes;
  split.trim_bytes = heap.account.free_bytes;
  if (heap.mapped_bytes > 0) take(heap.mapped_bytes, split.live_bytes, anonymous);
}

void fill_jemalloc(const WalkHeader& header, std::int64_t& anonymous, MemorySplit& split) {
  const auto bytes = [](std::uint64_t one) { return static_cast<std::int64_t>(one); };
  const std::int64_t active = bytes(header.jemalloc_active_bytes);
  const std::int64_t allocated = std::min(active, bytes(header.jemalloc_allocated_bytes));
  split.exact = true;
  take(allocated, split.live_bytes, anonymous);
  take(active - allocated, split.pinned_bytes, anonymous);
  // The ends of dirty blocks whose size was rounded up were never touched, nor was much of its own
  // tables: of both there is as much as there is left.
  take(bytes(header.jemalloc_dirty_bytes + header.jemalloc_muzzy_bytes), split.free_bytes,
       anonymous);
  take(bytes(header.jemalloc_metadata_bytes), split.pinned_bytes, anonymous);
  split.trim_bytes = split.free_bytes;
}

void fill_unknown(const HeapSnapshot& counters, std::int64_t& anonymous, MemorySplit& split) {
  take(counters.allocated_bytes - counters.freed_bytes, split.live_bytes, anonymous);
  add_note("an allocator that ttsoak has no figures of: its free memory is unexplained", split);
}

Status fill_python(const MappingSplit& mappings, int host_pid, std::uint32_t version,
                   const PageMap& pages, std::int64_t& unexplained, MemorySplit& split) {
  const std::int64_t resident = claimed(mappings, Claim::python);
  if (resident == 0) return {};
  const auto arenas = read_python_arenas(host_pid, version, mappings.python, pages);
  if (!arenas.ok()) {
    // Not to be read (ptrace_scope): all of it counts as in use.
    split.python_live_bytes = resident;
    split.exact = false;
    add_note("Python's pools were not read: " + arenas.error().message, split);
    return {};
  }
  split.python_live_bytes = std::min(arenas.value().live_bytes, resident);
  split.python_free_bytes = arenas.value().resident_bytes - split.python_live_bytes;
  unexplained += resident - arenas.value().resident_bytes;
  return {};
}

struct Samples {
  std::vector<ScoredSample> pinning, separating;
};

// Joins the sampled live blocks with what is charged to them. A block begins 16 bytes before the
// address that the program has.
Result<Samples> score_samples(const BlackboxReader& box, const NativeHeap& heap,
                              std::uint64_t floor_bytes) {
  Samples samples;
  const std::vector<HeapBlock>& blocks = heap.walk.blocks;
  const RetentionScores& scores = heap.findings.scores;
  const auto visit = [&](std::uint64_t address, const LiveSample& sample) {
    if (sample_kind(sample.packed) != Kind::heap || address < kBlockUnit) return;
    const auto block =
        std::lower_bound(blocks.begin(), blocks.end(), address - kBlockUnit,
                         [](const HeapBlock& one, std::uint64_t at) { return one.start < at; });
    if (block == blocks.end() || block->start != address - kBlockUnit ||
        block->state != BlockState::live) {
      return;
    }
    const auto index = static_cast<std::size_t>(block - blocks.begin());
    const double chance = sample_chance(sample.packed, floor_bytes);
    if (!(chance > 0)) return;
    samples.pinning.push_back({sample.stack, block->bytes(), chance, scores.pinned[index]});
    samples.separating.push_back({sample.stack, block->bytes(), chance, scores.separated[index]});
  };
  if (Status error = visit_live_samples(box.file(), visit)) return *error;
  return samples;
}

Charges charges_of(const std::vector<HeapBlock>& blocks, const std::vector<float>& scores,
                   double unattributed) {
  Charges charges;
  charges.unattributed = unattributed;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (scores[i] > 0) charges.by_class[size_class(blocks[i].bytes())] += scores[i];
  }
  return charges;
}

Result<std::vector<RetentionShare>> who_retains(const BlackboxReader& box, const NativeHeap& heap,
                                                std::uint64_t floor_bytes) {
  const auto samples = score_samples(box, heap, floor_bytes);
  if (!samples.ok()) return samples.error();
  const auto tables = box.tables();  // after the samples, so that their stacks are there
  if (!tables.ok()) return tables.error();
  std::unordered_map<std::uint32_t, std::string> known;
  const auto library = [&](std::uint32_t stack) {
    const auto [entry, is_new] = known.try_emplace(stack);
    if (is_new) entry->second = library_of(tables.value(), stack);
    return entry->second;
  };
  const auto& blocks = heap.walk.blocks;
  const RetentionScores& scores = heap.findings.scores;
  std::vector<RetentionShare> shares =
      apportion(RetentionRole::pins, charges_of(blocks, scores.pinned, scores.pinned_by_caches),
                samples.value().pinning, library);
  const std::vector<RetentionShare> separating = apportion(
      RetentionRole::separates,
      charges_of(blocks, scores.separated, scores.separated_by_bulk + scores.separated_by_caches),
      samples.value().separating, library);
  shares.insert(shares.end(), separating.begin(), separating.end());
  const auto filled = who_filled(box.file(), heap.findings.free_pages, library);
  if (!filled.ok()) return filled.error();
  shares.insert(shares.end(), filled.value().begin(), filled.value().end());
  return shares;
}

}  // namespace

Result<HeapLook> look_at_heap(const BlackboxReader& box, int host_pid, Thoroughness thoroughness) {
  const auto pages = PageMap::open(host_pid);
  if (!pages.ok()) return pages.error();
  const auto heap =
      read_native_heap(box, host_pid, thoroughness == Thoroughness::walk, pages.value());
  if (!heap.ok()) return heap.error();
  const auto smaps = read_smaps(host_pid);
  if (!smaps.ok()) return smaps.error();
  const auto header = box.file().header();
  if (!header.ok()) return header.error();
  auto claims = claims_of(box, heap.value(), header.value());
  if (!claims.ok()) return claims.error();
  const auto mappings = split_mappings(smaps.value(), std::move(claims).value(), pages.value());
  if (!mappings.ok()) return mappings.error();

  HeapLook look;
  MemorySplit& split = look.split;
  const WalkHeader& walked = heap.value().walk.header;
  split.allocator = walked.allocator;
  split.cycle = static_cast<int>(header.value().cycle);
  split.pause_us = static_cast<std::int64_t>(walked.longest_lock_ns / 1000);
  split.note = heap.value().note;
  fill_from_mappings(mappings.value(), split);
  std::int64_t anonymous = mappings.value().anonymous_bytes;
  take(static_cast<std::int64_t>(
           std::min<std::uint64_t>(header.value().own_mapped_bytes, 1ULL << 48)),
       split.tracer_bytes, anonymous);
  if (walked.outcome != static_cast<std::uint32_t>(WalkOutcome::other_allocator)) {
    fill_glibc(heap.value(), anonymous, split);
    anonymous += claimed(mappings.value(), Claim::heap) - heap.value().account.resident_bytes;
  } else if (walked.jemalloc_active_bytes != 0) {
    fill_jemalloc(walked, anonymous, split);
  } else {
    const auto counters = box.snapshot(host_pid);
    if (!counters.ok()) return counters.error();
    fill_unknown(counters.value(), anonymous, split);
  }
  if (Status error = fill_python(mappings.value(), host_pid, header.value().python_version,
                                 pages.value(), anonymous, split)) {
    return *error;
  }
  split.unexplained_bytes = anonymous;
  if (heap.value().exact) {
    auto retention = who_retains(box, heap.value(), header.value().floor_bytes);
    if (!retention.ok()) return retention.error();
    look.retention = std::move(retention).value();
    for (RetentionShare& share : look.retention) share.cycle = split.cycle;
  }
  return look;
}

Result<MemorySplit> split_untraced(int host_pid) {
  const auto pages = PageMap::open(host_pid);
  if (!pages.ok()) return pages.error();
  const auto smaps = read_smaps(host_pid);
  if (!smaps.ok()) return smaps.error();
  const auto mappings = split_mappings(smaps.value(), {}, pages.value());
  if (!mappings.ok()) return mappings.error();
  MemorySplit split;
  fill_from_mappings(mappings.value(), split);
  split.unexplained_bytes = mappings.value().anonymous_bytes;
  split.note = "not traced: the heap cannot be told from other anonymous memory";
  return split;
}

}  // namespace ttsoak
