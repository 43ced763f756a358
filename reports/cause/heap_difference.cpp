#include "reports/cause/heap_difference.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ttsoak {
namespace {

using Differences = std::map<std::pair<int, std::int64_t>, StackDifference>;

void add(Differences& to, const HeapProfile& profile, double sign) {
  for (const ProfiledStack& entry : profile.stacks) {
    StackDifference& difference = to[{entry.stack.process, entry.stack.stack}];
    difference.stack = entry.stack;
    difference.live_bytes += sign * entry.figures.live_bytes;
    difference.live_blocks += sign * entry.figures.live_blocks;
    difference.mapped_bytes += sign * entry.figures.mapped_bytes;
  }
}

}  // namespace

std::vector<StackDifference> subtract(const HeapProfile& later, const HeapProfile& earlier) {
  Differences all;
  add(all, earlier, -1);
  add(all, later, 1);
  std::vector<StackDifference> changed;
  for (auto& [key, d] : all) {
    if (d.live_bytes == 0 && d.live_blocks == 0 && d.mapped_bytes == 0) continue;
    changed.push_back(std::move(d));
  }
  std::stable_sort(changed.begin(), changed.end(),
                   [](const StackDifference& a, const StackDifference& b) {
                     return a.live_bytes + a.mapped_bytes > b.live_bytes + b.mapped_bytes;
                   });
  return changed;
}

}  // namespace ttsoak
