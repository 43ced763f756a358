#pragma once

#include <cstddef>
#include <string>

#include "reports/cause/heap_difference.h"
#include "reports/record/heap_profile.h"
#include "reports/render/stack_text.h"

namespace ttsoak {

// The stacks of a heap for people, `shown` of each kind: those that hold most now, and those that
// allocated most in all. Stacks of one process that read
// alike are one.
std::string profile_text(const HeapProfile& profile, std::size_t shown, StackDetail detail);

// The same of what differs between two troughs: those that gained most, and those that lost most.
std::string difference_text(const std::vector<StackDifference>& differences, std::size_t shown,
                            StackDetail detail);

}  // namespace ttsoak
