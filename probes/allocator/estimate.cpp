#include "probes/allocator/estimate.h"

#include <algorithm>

namespace ttsoak {
namespace {

// Of a free block, its header and the parts of pages at its ends stay when it is trimmed.
constexpr std::int64_t kUntrimmed = 48 + 4096;

std::int64_t trimmable_bytes(const MallocInfo& info) {
  std::int64_t bytes = 0;
  for (const MallocInfo::Arena& arena : info.arenas) {
    for (const MallocInfo::Bin& bin : arena.bins) {
      if (bin.blocks <= 0) continue;
      bytes += std::max<std::int64_t>(0, bin.bytes - bin.blocks * kUntrimmed);
    }
  }
  return bytes;
}

std::int64_t live_in_arenas(const HeapWalk& outline, const MallocInfo& info,
                            const HeapSnapshot& counters) {
  std::int64_t mapped = 0;
  auto mapped_blocks = static_cast<std::int64_t>(outline.mapped.size());
  for (const auto& block : outline.mapped) {
    mapped += static_cast<std::int64_t>(block.end - block.start) - 16;
  }
  if (outline.header.outcome != 0) {
    mapped = info.mapped_bytes - 16 * info.mapped_blocks;
    mapped_blocks = info.mapped_blocks;
  }
  const std::int64_t blocks = counters.allocated_blocks - counters.freed_blocks - mapped_blocks;
  return counters.allocated_bytes - counters.freed_bytes - mapped + 8 * blocks;
}

}  // namespace

HeapAccount estimate_account(const MallocInfo& info, const HeapWalk& outline,
                             const HeapSnapshot& counters, const HeapAccount& seen) {
  HeapAccount account = seen;
  // Of an outline, what is free so far is the main arena's end; nothing is known of the rest.
  std::int64_t top = 0;
  if (outline.header.outcome != 0) {
    for (const auto& arena : info.arenas) top += arena.top_bytes();
    account.top_bytes = std::min(top, seen.resident_bytes);
  }
  const std::int64_t between = seen.resident_bytes - account.free_bytes - account.top_bytes;
  std::int64_t reserved = 0;
  for (const auto& region : outline.regions) {
    reserved += static_cast<std::int64_t>(region.top - region.start);
  }
  if (outline.header.outcome != 0) reserved -= top;
  const std::int64_t given_back = std::max<std::int64_t>(0, reserved - between);
  const std::int64_t trimmable =
      std::clamp<std::int64_t>(trimmable_bytes(info) - given_back, 0, between);
  account.free_bytes += trimmable;
  account.live_bytes =
      std::clamp<std::int64_t>(live_in_arenas(outline, info, counters), 0, between - trimmable);
  account.pinned_bytes = between - trimmable - account.live_bytes;
  return account;
}

}  // namespace ttsoak
