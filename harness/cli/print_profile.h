#pragma once

#include <filesystem>

#include "probes/base/result.h"
#include "reports/render/stack_text.h"

namespace ttsoak {

// Prints the top stacks of a traced run's newest heap and writes it for other tools, too.
// Errors: as write_profile_files().
Status print_profile(const std::filesystem::path& directory, StackDetail detail);

}  // namespace ttsoak
