#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// A fault the engine can be given, and the truth about it that a verdict is measured against.
struct FaultEntry {
  std::string_view name;
  std::string_view holds;  // what stays behind after what, for people

  // Held for good after each request that suffers from the fault and is of the kind that `holds`
  // names: each aborted one, for instance, or each of a length not seen before. Bytes of live heap
  // as glibc accounts them on a 64 bit machine, chunk headers included; where `holds` names
  // something else, a file or a stack for instance, bytes of that. 0 for what is bounded, and for
  // what has no size, as a zombie has none.
  std::int64_t bytes_per_request;

  bool is_leak;  // false for the controls: what must not be called a leak
  // For an engine with these voices, sorted.
  std::unique_ptr<Fault> (*make)(const std::vector<std::string>& voices);
};

// All of them, by name.
std::span<const FaultEntry> fault_table();

// Null if there is no fault of that name.
const FaultEntry* find_fault(std::string_view name);

}  // namespace ttsoak
