#pragma once

#include <filesystem>
#include <string>

#include "probes/base/result.h"

namespace ttsoak {

// Writes `bytes` as the whole content of `path`. Errors: it cannot be written, with the reason.
Status write_file(const std::filesystem::path& path, const std::string& bytes);

}  // namespace ttsoak
