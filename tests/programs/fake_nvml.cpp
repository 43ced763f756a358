// libfake_nvml.so: NVIDIA's management library with two GPUs that are not there. The interface is
// declared anew here, from its documentation, so that a wrong layout in probes/gpu is found.
//
// FAKE_NVML_PID, in the environment, has 3 GiB on GPU 0 (of which 1 GiB also draws) and, in two
// compute instances, 1 GiB + 2 GiB on GPU 1. Process 1 has a figure that is not told.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" {

typedef enum { NVML_SUCCESS = 0, NVML_ERROR_INSUFFICIENT_SIZE = 7 } nvmlReturn_t;
typedef struct nvmlDevice_st {
  unsigned int index;
} * nvmlDevice_t;
typedef struct {
  unsigned int pid;
  unsigned long long usedGpuMemory;
  unsigned int gpuInstanceId;
  unsigned int computeInstanceId;
} nvmlProcessInfo_t;
static_assert(sizeof(nvmlProcessInfo_t) == 24 && offsetof(nvmlProcessInfo_t, usedGpuMemory) == 8);

#define FAKE_API __attribute__((visibility("default"))) nvmlReturn_t

static nvmlDevice_st g_devices[2] = {{0}, {1}};
static const unsigned long long kGib = 1ULL << 30;

// As the driver does: tells how many there are if there is too little room.
static nvmlReturn_t give(const nvmlProcessInfo_t* all, unsigned int there, unsigned int* count,
                         nvmlProcessInfo_t* infos) {
  const unsigned int room = *count;
  *count = there;
  if (room < there) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(infos, all, there * sizeof *all);
  return NVML_SUCCESS;
}

static unsigned int our_pid() {
  const char* const text = std::getenv("FAKE_NVML_PID");
  return text == nullptr ? 0 : static_cast<unsigned int>(std::atoi(text));
}

FAKE_API nvmlInit_v2() { return NVML_SUCCESS; }
FAKE_API nvmlShutdown() { return NVML_SUCCESS; }

FAKE_API nvmlSystemGetDriverVersion(char* version, unsigned int length) {
  const char* const text = std::getenv("FAKE_NVML_DRIVER");
  std::strncpy(version, text == nullptr ? "550.54.15" : text, length);
  return NVML_SUCCESS;
}

FAKE_API nvmlDeviceGetCount_v2(unsigned int* count) {
  *count = 2;
  return NVML_SUCCESS;
}

FAKE_API nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
  *device = &g_devices[index];
  return NVML_SUCCESS;
}

FAKE_API nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned int length) {
  std::strncpy(name, device->index == 0 ? "Fake H200" : "Fake A10", length);
  return NVML_SUCCESS;
}

FAKE_API nvmlDeviceGetComputeRunningProcesses_v2(nvmlDevice_t device, unsigned int* count,
                                                 nvmlProcessInfo_t* infos) {
  const unsigned int pid = our_pid();
  if (device->index == 0) {
    // More than anybody makes room for at once.
    static nvmlProcessInfo_t all[100];
    for (unsigned int i = 0; i < 100; ++i) all[i] = {1000000 + i, kGib, ~0U, ~0U};
    all[0] = {1, ~0ULL, ~0U, ~0U};
    all[99] = {pid, 3 * kGib, ~0U, ~0U};
    return give(all, 100, count, infos);
  }
  const nvmlProcessInfo_t all[] = {{pid, 1 * kGib, 1, 0}, {pid, 2 * kGib, 2, 0}};
  return give(all, 2, count, infos);
}

FAKE_API nvmlDeviceGetGraphicsRunningProcesses_v2(nvmlDevice_t device, unsigned int* count,
                                                  nvmlProcessInfo_t* infos) {
  const nvmlProcessInfo_t all[] = {{our_pid(), 1 * kGib, ~0U, ~0U}};
  return give(all, device->index == 0 ? 1 : 0, count, infos);
}

#ifdef FAKE_NVML_HAS_V3
FAKE_API nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned int* count,
                                                 nvmlProcessInfo_t* infos) {
  // The drivers with the odd layout; whoever calls this there reads nonsense.
  const char* const driver = std::getenv("FAKE_NVML_DRIVER");
  if (driver != nullptr && std::strncmp(driver, "535.54", 6) == 0) {
    const nvmlProcessInfo_t nonsense[] = {{our_pid(), 77, 0, 0}};
    return give(nonsense, 1, count, infos);
  }
  return nvmlDeviceGetComputeRunningProcesses_v2(device, count, infos);
}
#endif

}  // extern "C"
