#pragma once

#include <vector>

#include "reports/record/heap_profile.h"

namespace ttsoak {

// By how much what one stack holds differs between two troughs; below 0 where it became less.
struct StackDifference {
  HeapStack stack;
  double live_bytes = 0, live_blocks = 0, mapped_bytes = 0;
};

// later - earlier, stack by stack; what only one of them holds counts as 0 in the other. Stacks
// that hold the same are left out. The largest growth comes first.
std::vector<StackDifference> subtract(const HeapProfile& later, const HeapProfile& earlier);

}  // namespace ttsoak
