#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/run_config.h"
#include "probes/base/result.h"

namespace ttsoak {

// The tracer's library: beside this program, or where an installation puts libraries. Errors: it is
// not there.
Result<std::filesystem::path> find_tracer();

// The variables ("NAME=value") that make `command` start with the tracer, which writes its black
// boxes into `boxes`. What the user preloads comes after the tracer and stays what it is.
// Errors: the tracer's library is not where it belongs, beside ttsoak, or under a name that the
// dynamic linker would take for several; the program is built with a sanitizer, which would not let
// it start.
Result<std::vector<std::string>> tracer_environment(const std::vector<std::string>& command,
                                                    const TraceSpec& trace,
                                                    const std::filesystem::path& boxes);

// Where a running process puts its black box, as seen from here, if it was started with the tracer:
// by a path that outlives it if there is one, else through /proc/<pid>/root. Nothing otherwise, or
// if its environment may not be read.
std::optional<std::filesystem::path> blackbox_directory_of(pid_t pid);

}  // namespace ttsoak
