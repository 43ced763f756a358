#pragma once

#include <filesystem>
#include <string>

#include "probes/base/result.h"

namespace ttsoak {

// Makes a new directory for a run: PARENT/NAME-YYYYMMDD-HHMMSS in local time, with a number behind
// where that is taken. Characters of `name` that are awkward in file names become "-".
// Errors: it cannot be created, with the reason.
Result<std::filesystem::path> make_run_directory(const std::filesystem::path& parent,
                                                 const std::string& name);

}  // namespace ttsoak
