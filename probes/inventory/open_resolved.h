#pragma once

#include <cstdint>
#include <string>

namespace ttsoak {

// Opens `path` below the open folder `folder` by the rules in `resolve`, the RESOLVE_* of man 2
// openat2. Where openat2() is missing (kernels before 5.6) or forbidden (container runtimes of that
// time), links in the middle of the path are followed by the usual rules, one at its end is not.
// -1 with errno where it cannot be opened.
int open_resolved(int folder, const std::string& path, int flags, std::uint64_t resolve);

}  // namespace ttsoak
