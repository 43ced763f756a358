// libnvidia-ml.so.1 of the reference engine: NVIDIA's management library with one GPU that is not
// there. A process <pid> has as many bytes on it as the file $TTSOAK_STUB_GPU/<pid> says; see
// reference_engine/faults/system/gpu_memory.h. `ttsoak selftest` puts it in the place of the real
// one, so that the machine's own GPUs and their users are not seen.
//
// Layouts and numbers: NVML API Reference Guide.
#include <dirent.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {

struct Process {
  unsigned int pid;
  unsigned long long bytes;
  unsigned int gpu_instance, compute_instance;
};
static_assert(sizeof(Process) == 24);

constexpr int kSuccess = 0;
constexpr int kInsufficientSize = 7;

#define STUB __attribute__((visibility("default"))) int

STUB nvmlInit_v2() { return kSuccess; }
STUB nvmlShutdown() { return kSuccess; }

STUB nvmlDeviceGetCount_v2(unsigned int* count) {
  *count = 1;
  return kSuccess;
}

STUB nvmlDeviceGetHandleByIndex_v2(unsigned int /*index*/, void** device) {
  static char only = 0;
  *device = &only;
  return kSuccess;
}

STUB nvmlDeviceGetName(void* /*device*/, char* name, unsigned int length) {
  std::snprintf(name, length, "stub");
  return kSuccess;
}

STUB nvmlDeviceGetComputeRunningProcesses_v2(void* /*device*/, unsigned int* count,
                                             Process* processes) {
  const unsigned int room = *count;
  *count = 0;
  const char* const path = std::getenv("TTSOAK_STUB_GPU");
  DIR* const directory = path == nullptr ? nullptr : ::opendir(path);
  if (directory == nullptr) return kSuccess;
  while (const dirent* entry = ::readdir(directory)) {
    const auto pid = static_cast<unsigned int>(std::strtoul(entry->d_name, nullptr, 10));
    if (pid == 0) continue;
    std::FILE* const file = std::fopen((std::string(path) + '/' + entry->d_name).c_str(), "re");
    if (file == nullptr) continue;
    char text[32] = "";
    const bool read = std::fgets(text, sizeof text, file) != nullptr;
    std::fclose(file);
    if (!read) continue;
    if (*count < room) processes[*count] = {pid, std::strtoull(text, nullptr, 10), ~0U, ~0U};
    ++*count;
  }
  ::closedir(directory);
  return *count > room ? kInsufficientSize : kSuccess;
}

}  // extern "C"
