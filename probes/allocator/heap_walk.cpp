#include "probes/allocator/heap_walk.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace ttsoak {
namespace {

using namespace blackbox;

// Takes tables off the front of a reply.
class Tables {
 public:
  explicit Tables(std::span<const char> bytes) : bytes_(bytes) {}

  template <typename Element>
  bool take(std::uint64_t count, std::vector<Element>& into) {
    if (count > bytes_.size() / sizeof(Element)) return false;
    into.resize(count);
    if (count > 0) std::memcpy(into.data(), bytes_.data(), count * sizeof(Element));
    bytes_ = bytes_.subspan(count * sizeof(Element));
    return true;
  }

 private:
  std::span<const char> bytes_;
};

Error contradiction(const char* what) {
  return Error{std::string("heap walk: ") + what +
               "; the tracer and ttsoak are of different builds, or the reply is damaged"};
}

bool is_sound(const WalkRegion& region, std::uint64_t blocks) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 56;  // of addresses
  return region.start <= region.first && region.first <= region.top && region.top <= region.end &&
         region.end < kMost && region.first_block <= blocks &&
         region.blocks <= blocks - region.first_block;
}

// False: they do not fill the region up to its top.
bool append_blocks(const WalkRegion& region, std::span<const std::uint32_t> words,
                   std::vector<HeapBlock>& blocks) {
  std::uint64_t at = region.first;
  for (const std::uint32_t word : words) {
    const std::uint64_t bytes = std::uint64_t{block_units(word)} * kBlockUnit;
    if (bytes == 0 || bytes > region.top - at) return false;
    blocks.push_back(
        {at, block_units(word), (word & kBlockInUse) != 0 ? BlockState::live : BlockState::free});
    at += bytes;
  }
  return words.empty() || at == region.top;
}

// A block that is not where one should be was handed out again meanwhile.
void mark_cached(const std::vector<std::uint64_t>& cached, std::vector<HeapBlock>& blocks) {
  for (const std::uint64_t entry : cached) {
    const std::uint64_t address = entry & ~(kBlockUnit - 1);
    const auto block =
        std::lower_bound(blocks.begin(), blocks.end(), address,
                         [](const HeapBlock& one, std::uint64_t at) { return one.start < at; });
    if (block == blocks.end() || block->start != address || block->state != BlockState::live) {
      continue;
    }
    block->state = (entry & kCachedByTrim) != 0 ? BlockState::fast : BlockState::cached;
  }
}

template <typename Element>
bool are_apart(const std::vector<Element>& pieces) {
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].start < pieces[i - 1].end) return false;
  }
  return true;
}

}  // namespace

std::string why_not_walked(const WalkHeader& header) {
  char where[32];
  std::snprintf(where, sizeof where, "0x%" PRIx64, header.where);
  switch (static_cast<WalkOutcome>(header.outcome)) {
    case WalkOutcome::complete:
      return "";
    case WalkOutcome::other_allocator:
      return "malloc is not glibc's";
    case WalkOutcome::unknown_version:
      return "this glibc's heap is laid out in a way ttsoak does not know (known: 2.27 to 2.41)";
    case WalkOutcome::arena_not_found:
      return "glibc's main arena was not found";
    case WalkOutcome::unknown_heaps:
      return "glibc's heaps are of an unknown kind; unset glibc.malloc.hugetlb in GLIBC_TUNABLES";
    case WalkOutcome::not_contiguous:
      return "main arena non-contiguous: something else moves or blocks brk";
    case WalkOutcome::corrupted:
      return std::string("heap corrupted at ") + where +
             ": the header of a block was overwritten; run the program with AddressSanitizer";
    case WalkOutcome::busy:
      return "an arena stayed locked; a thread holds it, or is stopped";
    case WalkOutcome::too_large:
      return "the heap is too large, or grew while it was walked";
    case WalkOutcome::no_memory:
      return "the process has no address space for the list of its blocks";
  }
  return "unknown outcome " + std::to_string(header.outcome);
}

Result<HeapWalk> parse_heap_walk(std::span<const char> reply) {
  HeapWalk walk;
  if (reply.size() < sizeof walk.header) return contradiction("too short");
  std::memcpy(&walk.header, reply.data(), sizeof walk.header);
  WalkHeader& header = walk.header;
  header.allocator[sizeof header.allocator - 1] = '\0';
  if (header.magic != kWalkMagic) return contradiction("not a walk");
  if (header.outcome != 0) return walk;

  Tables tables(reply.subspan(sizeof header));
  std::vector<std::uint32_t> words;
  std::vector<std::uint64_t> cached;
  if (!tables.take(header.arenas, walk.arenas) || !tables.take(header.regions, walk.regions) ||
      !tables.take(header.blocks, words) || !tables.take(header.cached, cached) ||
      !tables.take(header.mapped, walk.mapped)) {
    return contradiction("cut short");
  }
  const auto by_start = [](const auto& a, const auto& b) { return a.start < b.start; };
  std::sort(walk.regions.begin(), walk.regions.end(), by_start);
  std::sort(walk.mapped.begin(), walk.mapped.end(), by_start);
  walk.blocks.reserve(words.size());
  for (WalkRegion& region : walk.regions) {
    if (!is_sound(region, words.size()) || region.arena >= walk.arenas.size()) {
      return contradiction("an impossible region");
    }
    const auto of_region = std::span(words).subspan(region.first_block, region.blocks);
    region.first_block = walk.blocks.size();
    if (walk.blocks.size() + of_region.size() > words.size() ||
        !append_blocks(region, of_region, walk.blocks)) {
      return contradiction("blocks that do not fill their region");
    }
  }
  if (!are_apart(walk.regions)) {
    return Error{"heap walk: an arena's heap was given back and came again meanwhile; walk again"};
  }
  std::erase_if(walk.mapped, [](const WalkMapped& one) { return one.end <= one.start; });
  if (!are_apart(walk.mapped)) walk.mapped.clear();
  mark_cached(cached, walk.blocks);
  return walk;
}

}  // namespace ttsoak
