#pragma once

#include <filesystem>
#include <optional>

#include "probes/base/result.h"
#include "reports/render/stack_text.h"

namespace ttsoak {

// Prints the top stacks of a traced run's newest heap and writes it for other tools, too.
// Errors: as write_profile_files().
Status print_profile(const std::filesystem::path& directory, StackDetail detail);

// Prints what the heap gained and lost from the trough of one cycle to that of another; `to` absent
// = the newest. Errors: as read_heap_profile().
Status print_difference(const std::filesystem::path& directory, int from, std::optional<int> to,
                        StackDetail detail);

}  // namespace ttsoak
