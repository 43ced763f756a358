#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// What was put into a directory for the use of containers.
struct ExportedTracer {
  std::filesystem::path directory;           // absolute
  std::vector<std::string> files;            // their names
  std::vector<std::string> warnings;         // what will not work, and the remedy
  std::vector<std::string> container_flags;  // of `docker run`, to load the tracer from there
};

// Copies the tracer, libunwind and what libunwind needs into `directory`, and makes a directory for
// black boxes in it that everybody may write to. What was there before under these names is
// replaced. `root`: of the container's file system, to look at its C library; empty = unknown.
//
// Errors: the tracer is not beside ttsoak, or the directory cannot be written to. Without libunwind
// on this machine it is left out, with a warning.
Result<ExportedTracer> export_tracer(const std::filesystem::path& directory,
                                     const std::filesystem::path& root);

}  // namespace ttsoak
