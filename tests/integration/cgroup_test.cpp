#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "probes/container/cgroup_probe.h"
#include "tests/integration/process_program.h"

namespace ttsoak {
namespace {

constexpr std::int64_t kMib = 1 << 20;
constexpr std::int64_t kLimit = 64 * kMib;

// A memory cgroup of ours at the top of the hierarchy that this process is in, with a limit.
class LimitedCgroup {
 public:
  LimitedCgroup() {
    const auto place = find_memory_cgroup(::getpid());
    if (!place.ok()) {
      why_not_ = place.error().message;
      return;
    }
    version_ = place.value().version;
    path_ = place.value().mount / ("ttsoak-test-" + std::to_string(::getpid()));
    std::error_code error;
    if (!std::filesystem::create_directory(path_, error)) {
      why_not_ = path_.string() + ": " + error.message();
      path_.clear();
      return;
    }
    const std::string limit = std::to_string(kLimit);
    if (!write(version_ == 2 ? "memory.max" : "memory.limit_in_bytes", limit)) {
      why_not_ = path_.string() + ": may not set a limit (is the controller enabled above it?)";
    }
    // No swapping itself free. Missing where the kernel counts no swap; v1 has one limit for both,
    // and where that is met first, new kernels count no hits.
    const std::string with_swap = std::to_string(kLimit + 16 * kMib);
    (void)write(version_ == 2 ? "memory.swap.max" : "memory.memsw.limit_in_bytes",
                version_ == 2 ? "0" : with_swap);
  }
  LimitedCgroup(const LimitedCgroup&) = delete;
  LimitedCgroup& operator=(const LimitedCgroup&) = delete;
  ~LimitedCgroup() {
    if (!path_.empty()) ::rmdir(path_.c_str());
  }

  [[nodiscard]] const std::string& why_not() const { return why_not_; }
  [[nodiscard]] bool write(const std::string& file, const std::string& text) const {
    std::ofstream out(path_ / file);
    out << text << std::flush;
    return out.good();
  }

 private:
  int version_ = 2;
  std::filesystem::path path_;
  std::string why_not_;
};

CgroupSample sample(const CgroupProbe& probe) {
  const auto read = probe.read();
  if (!read.ok()) abort_with(read.error().message.c_str());
  return read.value();
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

TEST(Cgroup, FiguresOfARealOneFollowItsProcessUntilTheKernelKillsIt) {
  if (kSanitized) GTEST_SKIP() << "what the program takes is the sanitizer's";
  const LimitedCgroup cgroup;
  if (!cgroup.why_not().empty()) GTEST_SKIP() << cgroup.why_not();
  Program eater("cgroup_eater");
  ASSERT_TRUE(cgroup.write("cgroup.procs", std::to_string(eater.pid())));
  const auto probe = CgroupProbe::open(eater.pid());
  ASSERT_TRUE(probe.ok()) << probe.error().message;
  const CgroupSample before = sample(probe.value());
  for (int i = 0; i < 16; ++i) ASSERT_EQ(eater.ask('m'), "ok");
  const CgroupSample fed = sample(probe.value());

  EXPECT_EQ(before.limit_bytes, kLimit);
  EXPECT_EQ(before.oom_kills, 0);
  EXPECT_GE(fed.current_bytes, 16 * kMib);
  EXPECT_LE(fed.current_bytes, kLimit);

  ASSERT_EQ(eater.ask('a'), "ok");  // and then takes more than the limit
  siginfo_t end{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(eater.pid()), &end, WEXITED | WNOWAIT), 0);
  const CgroupSample killed = sample(probe.value());

  EXPECT_EQ(end.si_status, SIGKILL);
  EXPECT_EQ(killed.oom_kills, 1);
  EXPECT_GT(killed.limit_hits, 0);
  const bool tells_peak = killed.peak_bytes >= 0;  // v2 does since Linux 5.19
  EXPECT_TRUE(!tells_peak || killed.peak_bytes >= kLimit - kMib) << killed.peak_bytes;
}

}  // namespace
}  // namespace ttsoak
