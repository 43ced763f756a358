#pragma once

#include <cstddef>
#include <string>

#include "reports/record/heap_profile.h"
#include "reports/render/stack_text.h"

namespace ttsoak {

// The stacks of a heap for people, `shown` of each kind: those that hold most now, and those that
// allocated most in all.
std::string profile_text(const HeapProfile& profile, std::size_t shown, StackDetail detail);

}  // namespace ttsoak
