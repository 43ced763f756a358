#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// A fault the engine can be given, and the truth about it that a verdict is measured against.
struct FaultEntry {
  std::string_view name;
  std::string_view holds;  // what stays behind, for people

  // Held for good after each request that suffers from the fault; for abort_state, after each
  // aborted one. Bytes of live heap as glibc accounts them on a 64 bit machine, chunk headers
  // included, except for temp_files: bytes of file. 0 for what is bounded.
  std::int64_t bytes_per_request;

  bool is_leak;  // false for the controls: what must not be called a leak
  std::unique_ptr<Fault> (*make)();
};

// All of them, by name.
std::span<const FaultEntry> fault_table();

// Null if there is no fault of that name.
const FaultEntry* find_fault(std::string_view name);

}  // namespace ttsoak
