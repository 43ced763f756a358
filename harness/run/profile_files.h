#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// Writes the newest heap of a recorded run for other tools: heap.folded (flame graphs) and
// heap.pb.gz (go tool pprof, speedscope). Returns the paths.
// Errors: nobody was traced, the record cannot be read, a file not be written.
Result<std::vector<std::filesystem::path>> write_profile_files(
    const std::filesystem::path& directory);

}  // namespace ttsoak
