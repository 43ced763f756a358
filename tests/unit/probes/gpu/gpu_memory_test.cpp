#include "probes/gpu/gpu_memory.h"

#include <unistd.h>

#include <cstdlib>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::int64_t kGib = 1 << 30;

// What this process has on the GPUs of tests/programs/fake_nvml.cpp.
std::vector<std::pair<std::string, std::int64_t>> ours(const std::string& library) {
  ::setenv("FAKE_NVML_PID", std::to_string(::getpid()).c_str(), 1);
  const auto gpus = GpuMemory::open(TTSOAK_BINARY_DIR "/bin/" + library);
  if (!gpus.ok()) abort_with(gpus.error().message.c_str());
  std::vector<std::pair<std::string, std::int64_t>> uses;
  for (const GpuUse& use : gpus.value().read()) {
    if (use.pid == ::getpid()) uses.emplace_back(use.device, use.bytes);
  }
  return uses;
}

// Compute and graphics are two views of one memory; compute instances have a part each.
TEST(GpuMemory, BytesAreTheProcesssOnEveryDevice) {
  EXPECT_THAT(ours("libfake_nvml.so"), ElementsAre(std::pair("GPU 0 Fake H200", 3 * kGib),
                                                   std::pair("GPU 1 Fake A10", 3 * kGib)));
}

TEST(GpuMemory, OlderDriversAreAskedByTheSecondVersionOfTheCalls) {
  EXPECT_THAT(ours("libfake_nvml_old.so"), ElementsAre(std::pair("GPU 0 Fake H200", 3 * kGib),
                                                       std::pair("GPU 1 Fake A10", 3 * kGib)));
}

TEST(GpuMemory, DriversWithTheOddThirdVersionAreAskedByTheSecond) {
  ::setenv("FAKE_NVML_DRIVER", "535.54.03", 1);
  const auto uses = ours("libfake_nvml.so");
  ::unsetenv("FAKE_NVML_DRIVER");

  EXPECT_THAT(uses, ElementsAre(std::pair("GPU 0 Fake H200", 3 * kGib),
                                std::pair("GPU 1 Fake A10", 3 * kGib)));
}

TEST(GpuMemory, FigureThatIsNotToldIsNoUse) {
  const auto gpus = GpuMemory::open(TTSOAK_BINARY_DIR "/bin/libfake_nvml.so");

  ASSERT_TRUE(gpus.ok()) << gpus.error().message;
  for (const GpuUse& use : gpus.value().read()) EXPECT_NE(use.pid, 1);
}

TEST(GpuMemory, MachineWithoutADriverHasNone) {
  const auto gpus = GpuMemory::open("libno-such-nvml.so.1");

  ASSERT_FALSE(gpus.ok());
  EXPECT_THAT(gpus.error().message, HasSubstr("no NVIDIA driver?"));
}

TEST(GpuMemory, LibraryWithoutTheCallsIsRefused) {
  const auto gpus = GpuMemory::open("libm.so.6");

  ASSERT_FALSE(gpus.ok());
  EXPECT_THAT(gpus.error().message, HasSubstr("calls are missing"));
}

}  // namespace
}  // namespace ttsoak
