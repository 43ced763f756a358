#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "harness/config/run_config.h"
#include "probes/base/result.h"
#include "reports/record/run_header.h"

namespace ttsoak {

// What is known when a run starts: limits, plan, machine, target and its environment, config,
// versions. Secrets are masked, and the values of HTTP headers are left out altogether.
// Without `root`, of a target that has ended already, only its command is known.
// Errors: the target's process is gone.
Result<RunHeader> describe_run(const RunConfig& config, std::optional<pid_t> root,
                               const std::string& command_line);

}  // namespace ttsoak
