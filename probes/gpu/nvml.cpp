#include "probes/gpu/nvml.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace ttsoak::nvml {
namespace {

template <typename Function>
Function* find(void* library, const std::string& name) {
  return reinterpret_cast<Function*>(::dlsym(library, name.c_str()));
}

// Drivers 535.43 to 535.97 gave the third version another layout, without a word; the second kept
// its own.
bool third_version_is_odd(std::string_view driver) {
  if (!driver.starts_with("535.")) return false;
  return std::atoi(std::string(driver.substr(4)).c_str()) < 98;
}

ListProcesses* find_list(void* library, const std::string& name, bool third) {
  ListProcesses* list = third ? find<ListProcesses>(library, name + "_v3") : nullptr;
  return list != nullptr ? list : find<ListProcesses>(library, name + "_v2");
}

}  // namespace

Result<Calls> open(const std::string& library) {
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Error{library + ": " + ::dlerror() + " (no NVIDIA driver?)"};

  Calls calls;
  int (*const init)() = find<int()>(handle, "nvmlInit_v2");
  calls.shutdown = find<int()>(handle, "nvmlShutdown");
  calls.device_count = find<int(unsigned*)>(handle, "nvmlDeviceGetCount_v2");
  calls.device_by_index = find<int(unsigned, Device*)>(handle, "nvmlDeviceGetHandleByIndex_v2");
  calls.device_name = find<int(Device, char*, unsigned)>(handle, "nvmlDeviceGetName");
  auto* const driver_version = find<int(char*, unsigned)>(handle, "nvmlSystemGetDriverVersion");
  const bool all = init != nullptr && calls.shutdown != nullptr && calls.device_count != nullptr &&
                   calls.device_by_index != nullptr && calls.device_name != nullptr;
  if (!all) return Error{library + ": calls are missing (the driver must be 450 or newer)"};
  if (const int error = init(); error != kSuccess) {
    return Error{library + ": nvmlInit_v2 failed with " + std::to_string(error) +
                 " (is the driver loaded? nvidia-smi tells)"};
  }

  std::array<char, 80> driver{};
  if (driver_version != nullptr) (void)driver_version(driver.data(), driver.size());
  driver.back() = '\0';
  const bool third = !third_version_is_odd(driver.data());
  calls.compute_processes = find_list(handle, "nvmlDeviceGetComputeRunningProcesses", third);
  calls.graphics_processes = find_list(handle, "nvmlDeviceGetGraphicsRunningProcesses", third);
  if (calls.compute_processes == nullptr) {
    calls.shutdown();
    return Error{library + ": cannot list processes (the driver must be 450 or newer)"};
  }
  return calls;
}

}  // namespace ttsoak::nvml
