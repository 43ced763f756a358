#include "probes/allocator/filled.h"

#include <algorithm>
#include <map>

#include "probes/allocator/apportion.h"
#include "probes/allocator/page_map.h"

namespace ttsoak {
namespace {

using namespace blackbox;

struct Filled {
  double bytes = 0;
  double blocks = 0;  // sampled frees it rests on, about: a large block fills many granules
  std::int64_t granules = 0;
  std::uint32_t least_pages = UINT32_MAX, most_pages = 0;

  void add(const Occupant& occupant, double free_bytes) {
    const double of_block = static_cast<double>(occupant.pages * kPageBytes) / kGranuleBytes;
    bytes += free_bytes;
    blocks += 1 / std::max(1.0, of_block);
    ++granules;
    least_pages = std::min(least_pages, occupant.pages);
    most_pages = std::max(most_pages, occupant.pages);
  }
  void add(const Filled& other) {
    bytes += other.bytes;
    blocks += other.blocks;
    granules += other.granules;
    least_pages = std::min(least_pages, other.least_pages);
    most_pages = std::max(most_pages, other.most_pages);
  }
};

RetentionShare share_of(const Filled& filled, double total, double blocks_seen) {
  RetentionShare share;
  share.role = RetentionRole::filled;
  share.bytes = filled.bytes;
  share.share = filled.bytes / total;
  share.samples = filled.granules;
  share.block_bytes_low = static_cast<std::int64_t>(filled.least_pages * kPageBytes);
  share.block_bytes_high = static_cast<std::int64_t>((filled.most_pages + 1) * kPageBytes);
  const ShareInterval interval = wilson_interval(share.share, std::max(1.0, blocks_seen));
  share.share_low = interval.low;
  share.share_high = interval.high;
  return share;
}

}  // namespace

Result<std::vector<RetentionShare>> who_filled(
    const BoxFile& file, const std::vector<FreePages>& free_pages,
    const std::function<std::string(std::uint32_t)>& library_of) {
  const Area& area = file.layout().occupants;
  const auto occupants = file.elements<Occupant>(area, 0, area.capacity);
  if (!occupants.ok()) return occupants.error();
  std::vector<RetentionShare> shares;
  if (area.capacity == 0 || (area.capacity & (area.capacity - 1)) != 0) return shares;

  std::map<std::uint32_t, Filled> stacks;
  double total = 0;
  for (const FreePages& pages : free_pages) {
    total += static_cast<double>(pages.end - pages.start);
    for (std::uint64_t at = pages.start; at < pages.end;) {
      const std::uint64_t granule = at / kGranuleBytes;
      const std::uint64_t end = std::min(pages.end, (granule + 1) * kGranuleBytes);
      const Occupant& occupant = occupants.value()[occupant_index(granule, area.capacity)];
      if (occupant.pages != 0 && occupant.granule == static_cast<std::uint32_t>(granule)) {
        stacks[occupant.stack].add(occupant, static_cast<double>(end - at));
      }
      at = end;
    }
  }
  if (total <= 0) return shares;

  double blocks_seen = 0;
  for (const auto& [stack, filled] : stacks) blocks_seen += filled.blocks;
  const auto is_worth_naming = [&](const Filled& filled) {
    return filled.granules >= kEnoughSamples && filled.bytes >= kLeastShare * total;
  };
  std::map<std::string, Filled> libraries;
  double attributed = 0;
  for (const auto& [stack, filled] : stacks) {
    if (stack == 0 || !is_worth_naming(filled)) {
      libraries[stack != 0 ? library_of(stack) : ""].add(filled);
      continue;
    }
    shares.push_back(share_of(filled, total, blocks_seen));
    shares.back().stack = stack;
    shares.back().library = library_of(stack);
    attributed += filled.bytes;
  }
  for (const auto& [library, filled] : libraries) {
    if (library.empty() || !is_worth_naming(filled)) continue;
    shares.push_back(share_of(filled, total, blocks_seen));
    shares.back().library = library;
    attributed += filled.bytes;
  }
  std::sort(shares.begin(), shares.end(),
            [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  RetentionShare rest;
  rest.role = RetentionRole::filled;
  rest.bytes = total - attributed;
  rest.share = rest.share_low = rest.share_high = rest.bytes / total;
  if (rest.bytes > 0) shares.push_back(rest);
  return shares;
}

}  // namespace ttsoak
