#pragma once

#include <filesystem>

#include "probes/base/result.h"
#include "reports/verdict/report.h"

namespace ttsoak {

// Writes report.html, report.json and report.md into `directory`.
// Errors: a file cannot be written, with the reason.
Status write_report_files(const Report& report, const std::filesystem::path& directory);

}  // namespace ttsoak
