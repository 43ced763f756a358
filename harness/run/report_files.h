#pragma once

#include <filesystem>

#include "probes/base/result.h"
#include "reports/verdict/report.h"

namespace ttsoak {

// Writes report.html, report.json, report.md and junit.xml into `directory`, the directory of the
// run, and beside them what write_profile_files() writes if the target was traced. Errors: a file
// cannot be written, with the reason.
Status write_report_files(const Report& report, const std::filesystem::path& directory);

}  // namespace ttsoak
