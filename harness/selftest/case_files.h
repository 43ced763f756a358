#pragma once

#include <span>

namespace ttsoak {

struct CaseFile {
  const char* name;  // without ".json"
  const char* text;
};

// The files of configs/faults, by name, as they were when ttsoak was built.
std::span<const CaseFile> case_files();

}  // namespace ttsoak
