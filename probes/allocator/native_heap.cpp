#include "probes/allocator/native_heap.h"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "probes/allocator/estimate.h"
#include "probes/allocator/smaps.h"
#include "probes/heap/mailbox.h"

namespace ttsoak {
namespace {

using namespace blackbox;

constexpr std::chrono::milliseconds kPatience{10000};
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;  // of a reply: 250 million blocks

Result<HeapWalk> ask_for_walk(const BlackboxReader& box, int host_pid, std::uint64_t bits) {
  // An outline is short: it comes in the box, whatever room there is on its disk.
  const auto reply =
      (bits & kWalkOutline) != 0
          ? ask_tracer(box.file(), host_pid, Command::walk, bits, kPatience)
          : ask_tracer_for_file(box.file(), host_pid, Command::walk, bits, kPatience, kMostBytes);
  if (!reply.ok()) return reply.error();
  return parse_heap_walk(reply.value());
}

Result<MallocInfo> ask_for_malloc_info(const BlackboxReader& box, int host_pid) {
  const auto reply = ask_tracer(box.file(), host_pid, Command::allocator_figures, 0, kPatience);
  if (!reply.ok()) return reply.error();
  if (reply.value().size() < sizeof(AllocatorFigures)) return Error{"malloc_info: no reply"};
  return parse_malloc_info(std::string_view(reply.value().data(), reply.value().size())
                               .substr(sizeof(AllocatorFigures)));
}

// Without glibc's help: the main arena is [heap]; the others have heaps of 64 MiB at multiples of
// that, the rest of which may not be touched (glibc, malloc/arena.c).
std::vector<WalkRegion> guess_regions(const std::vector<SmapsMapping>& mappings) {
  constexpr std::uint64_t kHeap = 64 << 20;
  std::vector<WalkRegion> regions;
  for (std::size_t i = 0; i < mappings.size(); ++i) {
    const SmapsMapping& mapping = mappings[i];
    const std::uint64_t heap_end = mapping.start + kHeap;
    const bool is_whole = mapping.end == heap_end;
    const bool has_rest = i + 1 < mappings.size() && mappings[i + 1].start == mapping.end &&
                          mappings[i + 1].end >= heap_end &&
                          mappings[i + 1].permissions.compare(0, 3, "---") == 0;
    const bool is_heap = mapping.is_anonymous() && mapping.start % kHeap == 0 &&
                         mapping.permissions.compare(0, 2, "rw") == 0 && (is_whole || has_rest);
    if (mapping.name != "[heap]" && !is_heap) continue;
    WalkRegion region{};
    region.start = region.first = mapping.start;
    region.top = region.end = mapping.end;
    regions.push_back(region);
  }
  return regions;
}

void describe(const WalkHeader& header, NativeHeap& heap) {
  if ((header.unread & kUnreadCaches) != 0) {
    heap.note = "threads' caches were not read and count as live: process_vm_readv is forbidden";
  }
  if ((header.unread & kUnreadMapped) != 0) {
    heap.note += heap.note.empty() ? "" : "; ";
    heap.note += "large blocks were not found and are unexplained";
  }
}

}  // namespace

Result<NativeHeap> read_native_heap(const BlackboxReader& box, int host_pid, bool wants_walk,
                                    const PageMap& pages) {
  NativeHeap heap;
  std::string refusal;
  if (wants_walk) {
    auto walk = ask_for_walk(box, host_pid, 0);
    if (walk.ok()) {
      heap.walk = std::move(walk).value();
      refusal = why_not_walked(heap.walk.header);
    } else {
      refusal = walk.error().message;  // no room for the reply, say
    }
  }
  heap.exact = wants_walk && refusal.empty();
  const auto is_other = [&] {
    return heap.walk.header.outcome == static_cast<std::uint32_t>(WalkOutcome::other_allocator);
  };
  if (!heap.exact && !is_other()) {
    auto outline = ask_for_walk(box, host_pid, kWalkOutline);
    if (!outline.ok()) return outline.error();
    heap.walk = std::move(outline).value();
  }
  if (is_other()) {
    heap.exact = false;
    return heap;
  }
  const bool is_outlined = heap.walk.header.outcome == 0;
  if (!is_outlined) {
    if (refusal.empty()) refusal = why_not_walked(heap.walk.header);
    const auto mappings = read_smaps(host_pid);
    if (!mappings.ok()) return mappings.error();
    heap.walk.regions = guess_regions(mappings.value());
    heap.walk.arenas.assign(1, WalkArena{});
  }
  auto findings = account_heap(heap.walk, pages);
  if (!findings.ok()) return findings.error();
  heap.findings = std::move(findings).value();
  heap.account = heap.findings.account;
  if (is_outlined) describe(heap.walk.header, heap);
  if (heap.exact) return heap;

  if (!refusal.empty()) heap.note = "not walked: " + refusal;
  const auto info = ask_for_malloc_info(box, host_pid);
  if (!info.ok()) return info.error();
  const auto snapshot = box.snapshot();
  if (!snapshot.ok()) return snapshot.error();
  if (!is_outlined) heap.mapped_bytes = info.value().mapped_bytes;
  heap.account = estimate_account(info.value(), heap.walk, snapshot.value(), heap.account);
  return heap;
}

}  // namespace ttsoak
