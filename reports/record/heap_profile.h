#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "probes/base/result.h"
#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// One stack at one trough.
struct ProfiledStack {
  HeapStack stack;
  StackFigures figures;
};

// Every stack of every process at one trough, for flame graphs and pprof.
struct HeapProfile {
  int cycle = 0;
  double at_s = 0;                     // since the run started
  std::int64_t sample_mean_bytes = 0;  // the largest of all processes
  std::vector<ProfiledStack> stacks;   // by process and stack
};

// Reads the profile at the newest trough (`cycle` absent), or what was live at `cycle`.
//
// Of an earlier trough only what was live is recorded: the totals of what was allocated and freed
// are 0 then. In long runs not every trough is kept; `HeapProfile::cycle` is the latest kept one
// that is not after `cycle`.
//
// Errors: as read_run_record(); no process was traced; no trough as early as `cycle`.
Result<HeapProfile> read_heap_profile(const std::filesystem::path& directory,
                                      std::optional<int> cycle = std::nullopt);

}  // namespace ttsoak
