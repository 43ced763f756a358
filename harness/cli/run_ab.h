#pragma once

#include <atomic>
#include <functional>

#include "harness/cli/commands.h"
#include "harness/cli/run_options.h"
#include "harness/run/run_soak.h"

namespace ttsoak {

// `ttsoak run --ab A B --runs N`: runs both configs N times, A B B A A B..., so that what drifts on
// the machine meanwhile falls on both alike, and compares them; A is the base. Both must launch
// their server: a run that finds it warm from the last one measures something else.
ExitStatus run_ab(const RunOptions& options, const std::atomic<bool>& stop,
                  const std::function<Result<SoakResult>(const RunConfig&)>& soak);

}  // namespace ttsoak
