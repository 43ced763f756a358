#pragma once

#include <string>

#include "harness/config/run_config.h"

namespace ttsoak {

// Starts ttsoak anew with the tracer in it, where the engine to soak lives inside ttsoak itself:
// a library can only be preloaded into a program that starts. Comes back if that is not asked for,
// is done already, or cannot be done, which is then said on standard error.
void trace_self(const RunConfig& config, char** argv);

// Removes the directory of black boxes that trace_self() made.
void clean_up_after_tracing_self();

}  // namespace ttsoak
