#include "tests/unit/probes/allocator/walk_image.h"

namespace ttsoak {
namespace {

using namespace blackbox;

template <typename Element>
void append(const std::vector<Element>& table, std::vector<char>& bytes) {
  const auto* const begin = reinterpret_cast<const char*>(table.data());
  bytes.insert(bytes.end(), begin, begin + table.size() * sizeof(Element));
}

}  // namespace

void WalkImage::add_region(std::uint64_t start, std::uint64_t end, std::uint32_t arena,
                           std::uint64_t own_bytes, std::initializer_list<Block> blocks_in_it) {
  while (arenas.size() <= arena) arenas.push_back({0x1000, 0, arenas.empty() ? 1U : 0U});
  WalkRegion region{start, start + own_bytes, 0, end, arena, 0, blocks.size(), blocks_in_it.size()};
  region.top = region.first;
  for (const Block& block : blocks_in_it) {
    blocks.push_back(static_cast<std::uint32_t>(block.bytes / 16) |
                     (block.in_use ? kBlockInUse : 0));
    region.top += block.bytes;
  }
  regions.push_back(region);
}

std::vector<char> WalkImage::bytes() const {
  WalkHeader counted = header;
  counted.magic = kWalkMagic;
  counted.arenas = arenas.size();
  counted.regions = regions.size();
  counted.blocks = blocks.size();
  counted.cached = cached.size();
  counted.mapped = mapped.size();
  const auto* const begin = reinterpret_cast<const char*>(&counted);
  std::vector<char> all(begin, begin + sizeof counted);
  append(arenas, all);
  append(regions, all);
  append(blocks, all);
  append(cached, all);
  append(mapped, all);
  return all;
}

}  // namespace ttsoak
