#pragma once

#include <string>

#include "reports/record/heap_profile.h"

namespace ttsoak {

// The heap by call stack in pprof's format (profile.proto, gzipped), for `go tool pprof`,
// speedscope and the like. Sample types: inuse_space (shown first) and inuse_objects, what is live;
// alloc_space and alloc_objects, all since the start; mapped_space, live mappings, which are in
// none of the others. Estimates, but for the last. The label "process" tells processes apart.
//
// Source: github.com/google/pprof, proto/profile.proto.
std::string pprof(const HeapProfile& profile);

}  // namespace ttsoak
