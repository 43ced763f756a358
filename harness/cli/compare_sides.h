#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "reports/compare/compare_runs.h"

namespace ttsoak {

// How `ttsoak compare` and `ttsoak run --ab` are to compare.
struct CompareOptions {
  Margins margins;
  bool unlike_machines = false;
  bool json = false;
};

// Reads the runs, compares them and prints the result. Returns the verdict's exit status, or error
// where a record cannot be read, which is told on standard error after `command`.
ExitStatus compare_sides(const char* command, const std::vector<std::string>& base,
                         const std::vector<std::string>& changed, const CompareOptions& options);

}  // namespace ttsoak
