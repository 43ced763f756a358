#pragma once

#include <cstddef>
#include <string>

#include "probes/base/result.h"

namespace ttsoak::nvml {

// What is used of NVIDIA's management library: its C interface, whose layouts and numbers are
// fixed. Source: NVML API Reference Guide, "Device Queries".

using Device = void*;

constexpr int kSuccess = 0;                          // NVML_SUCCESS
constexpr int kInsufficientSize = 7;                 // NVML_ERROR_INSUFFICIENT_SIZE
constexpr unsigned long long kNotAvailable = ~0ULL;  // NVML_VALUE_NOT_AVAILABLE
constexpr unsigned kNameBytes = 96;                  // NVML_DEVICE_NAME_V2_BUFFER_SIZE

// nvmlProcessInfo_v2_t, which versions 2 and 3 of the calls fill.
struct ProcessInfo {
  unsigned pid;
  unsigned long long used_gpu_memory;  // bytes
  unsigned gpu_instance_id;
  unsigned compute_instance_id;
};
static_assert(sizeof(ProcessInfo) == 24);
static_assert(offsetof(ProcessInfo, used_gpu_memory) == 8);
static_assert(offsetof(ProcessInfo, gpu_instance_id) == 16);

using ListProcesses = int(Device, unsigned* count, ProcessInfo*);

// The calls, found in the library; ready to be made.
struct Calls {
  int (*shutdown)() = nullptr;
  int (*device_count)(unsigned*) = nullptr;
  int (*device_by_index)(unsigned, Device*) = nullptr;
  int (*device_name)(Device, char*, unsigned) = nullptr;
  ListProcesses* compute_processes = nullptr;
  ListProcesses* graphics_processes = nullptr;  // null where the driver has no such call
};

// Opens `library` and starts it. It stays loaded until we end: unloading a driver's library that
// has started threads is asking for trouble.
//
// Errors: no such library (no driver), a call is missing (older than 450), it does not start.
Result<Calls> open(const std::string& library);

}  // namespace ttsoak::nvml
