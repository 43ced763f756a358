#pragma once

#include <atomic>
#include <filesystem>

#include "harness/config/run_config.h"
#include "harness/run/progress.h"
#include "probes/base/result.h"
#include "reports/verdict/report.h"

namespace ttsoak {

// A run that was recorded, and what it came to.
struct SoakResult {
  std::filesystem::path directory;
  Report report;
};

// Runs one soak from start to verdict: opens the target, drives cycle after cycle, records, ends
// the target if it was launched, judges the record and writes report.{html,json,md} and junit.xml
// beside it.
//
// `stop` (Ctrl-C) ends the run early; what was recorded is judged all the same. `command_line` is
// recorded.
//
// Errors: the target or the run directory cannot be opened, or the record cannot be written. A
// target that dies under load is no error but a verdict.
Result<SoakResult> run_soak(RunConfig config, const std::string& command_line,
                            const std::atomic<bool>& stop, Progress& progress);

}  // namespace ttsoak
