#include "probes/gpu/gpu_memory.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ttsoak {
namespace {

std::vector<nvml::ProcessInfo> list_processes(nvml::ListProcesses* list, nvml::Device device) {
  if (list == nullptr) return {};
  std::vector<nvml::ProcessInfo> processes(32);
  // Processes may come while we ask: then there is room for too few, and we ask again.
  for (int attempt = 0; attempt < 5; ++attempt) {
    auto count = static_cast<unsigned>(processes.size());
    const int status = list(device, &count, processes.data());
    if (status == nvml::kSuccess) {
      processes.resize(std::min<std::size_t>(count, processes.size()));
      return processes;
    }
    if (status != nvml::kInsufficientSize) return {};
    processes.resize(std::size_t{count} + 16);
  }
  return {};
}

std::string device_name(const nvml::Calls& calls, unsigned index, nvml::Device device) {
  std::array<char, nvml::kNameBytes> name{};
  if (calls.device_name(device, name.data(), name.size()) != nvml::kSuccess) name[0] = '\0';
  name.back() = '\0';
  return "GPU " + std::to_string(index) + " " + name.data();
}

}  // namespace

Result<GpuMemory> GpuMemory::open(const std::string& library) {
  const Result<nvml::Calls> calls = nvml::open(library);
  if (!calls.ok()) return calls.error();
  return GpuMemory(calls.value());
}

GpuMemory::GpuMemory(GpuMemory&& other) noexcept : calls_(std::exchange(other.calls_, {})) {}

GpuMemory& GpuMemory::operator=(GpuMemory&& other) noexcept {
  std::swap(calls_, other.calls_);
  return *this;
}

GpuMemory::~GpuMemory() {
  if (calls_.shutdown != nullptr) calls_.shutdown();
}

std::vector<GpuUse> GpuMemory::read() const {
  std::vector<GpuUse> uses;
  unsigned count = 0;
  if (calls_.device_count(&count) != nvml::kSuccess) return uses;
  for (unsigned index = 0; index < count; ++index) {
    nvml::Device device = nullptr;
    if (calls_.device_by_index(index, &device) != nvml::kSuccess) continue;
    // A process that computes and draws is in both lists with the same memory; one with several
    // compute instances is in a list several times with a part each.
    std::map<unsigned, std::array<unsigned long long, 2>> by_pid;
    const std::array lists = {calls_.compute_processes, calls_.graphics_processes};
    for (std::size_t list = 0; list < lists.size(); ++list) {
      for (const nvml::ProcessInfo& process : list_processes(lists[list], device)) {
        if (process.used_gpu_memory == nvml::kNotAvailable) continue;
        by_pid[process.pid][list] += process.used_gpu_memory;
      }
    }
    const std::string name = device_name(calls_, index, device);
    for (const auto& [pid, bytes] : by_pid) {
      uses.push_back(
          {static_cast<pid_t>(pid), name, static_cast<std::int64_t>(std::max(bytes[0], bytes[1]))});
    }
  }
  return uses;
}

}  // namespace ttsoak
