#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/run_config.h"
#include "harness/target/launched_process.h"
#include "probes/base/result.h"

namespace ttsoak {

struct TraceOrder {
  std::vector<std::string> command;
  std::filesystem::path directory;  // empty: a new one under runs/
  TraceSpec trace;
};

struct TraceResult {
  std::filesystem::path directory;  // holds the record
  ProcessEnd end;
};

// Runs a command with the tracer, its streams left as they are, and records its heap: at growing
// intervals while it runs, so that a `kill -9` of ttsoak leaves something to report on, and a last
// time when it has ended, by whatever. `stop`: the user pressed Ctrl-C; the command, which got it
// too, has ten seconds to end by itself.
//
// Errors: the tracer is missing, the command cannot be started, the record not be written.
Result<TraceResult> run_trace(const TraceOrder& order, const std::string& command_line,
                              const std::atomic<bool>& stop);

}  // namespace ttsoak
