#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// The lines of a text file in UTF-8, each a text to be spoken; empty lines are left out.
// Errors: it cannot be read, has no text in it, is larger than 16 MiB, or is not UTF-8 (the
// message names the line).
Result<std::vector<std::string>> read_texts_file(const std::filesystem::path& path);

// The whole content of a file of at most 16 MiB. Errors: it cannot be read, is larger.
Result<std::string> read_small_file(const std::filesystem::path& path);

}  // namespace ttsoak
