#include "reports/cause/composition.h"

#include <algorithm>
#include <cmath>

namespace ttsoak {
namespace {

struct Part {
  MemoryPartWords words;
  std::int64_t MemorySplit::*bytes;
};

constexpr std::array<Part, kMemoryParts> kParts = {{
    {{"live", "blocks in use"}, &MemorySplit::live_bytes},
    {{"pinned", "free rests of pages in use"}, &MemorySplit::pinned_bytes},
    {{"free", "free pages of the heap"}, &MemorySplit::free_bytes},
    {{"top", "free ends of arenas"}, &MemorySplit::top_bytes},
    {{"python_live", "small Python objects"}, &MemorySplit::python_live_bytes},
    {{"python_free", "free rest of Python's arenas"}, &MemorySplit::python_free_bytes},
    {{"mapped", "own mappings (mmap)"}, &MemorySplit::mapped_bytes},
    {{"stack", "stacks of threads"}, &MemorySplit::stack_bytes},
    {{"file", "mapped files"}, &MemorySplit::file_bytes},
    {{"shmem", "shared memory, tmpfs"}, &MemorySplit::shmem_bytes},
    {{"tracer", "the tracer itself"}, &MemorySplit::tracer_bytes},
    {{"unexplained", "unexplained"}, &MemorySplit::unexplained_bytes},
}};

constexpr double kReliable = 0.1;
constexpr double kWorthASplit = 1 << 20;  // a smaller growth is made of roundings

}  // namespace

const MemoryPartWords& words_of(MemoryPart part) {
  return kParts.at(static_cast<std::size_t>(part)).words;
}

std::int64_t part_of(const MemorySplit& split, MemoryPart part) {
  return split.*kParts.at(static_cast<std::size_t>(part)).bytes;
}

std::vector<Composition> compose(const std::vector<MemorySplit>& splits) {
  std::vector<Composition> all;
  for (const MemorySplit& split : splits) {
    if (all.empty() || all.back().cycle != split.cycle) all.emplace_back().cycle = split.cycle;
    Composition& sum = all.back();
    sum.exact = sum.exact && split.exact;
    sum.rss_bytes += static_cast<double>(split.rss_bytes);
    for (std::size_t i = 0; i < kMemoryParts; ++i) {
      sum.bytes.at(i) += static_cast<double>(part_of(split, static_cast<MemoryPart>(i)));
    }
  }
  return all;
}

bool is_unreliable(const Composition& first, const Composition& last) {
  const double unexplained = last.of(MemoryPart::unexplained);
  if (std::abs(unexplained) > kReliable * last.rss_bytes) return true;
  const double growth = std::abs(last.rss_bytes - first.rss_bytes);
  const double unexplained_growth = std::abs(unexplained - first.of(MemoryPart::unexplained));
  return growth > kWorthASplit && unexplained_growth > kReliable * growth;
}

const Composition* first_of(const std::vector<Composition>& compositions) {
  const auto first = std::find_if(compositions.begin(), compositions.end(),
                                  [](const Composition& c) { return c.cycle > 0; });
  return first == compositions.end() ? nullptr : &*first;
}

}  // namespace ttsoak
