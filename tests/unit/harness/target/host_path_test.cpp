#include "harness/target/host_path.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "gmock/gmock.h"
#include "probes/base/result.h"
#include "tests/integration/soak_run.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

TEST(HostPath, OfAProcessWithOurMountsIsThePathItself) {
  const TempDirectory directory;

  EXPECT_EQ(host_path_of(::getpid(), directory.path()), directory.path());
}

TEST(HostPath, OfWhatIsNotThereIsNothing) {
  EXPECT_EQ(host_path_of(::getpid(), "/nowhere/at/all"), std::nullopt);
  EXPECT_EQ(host_path_of(0x7FFFFFF, "/tmp"), std::nullopt);
}

// A process in a mount namespace of its own, where `source` shows at `point`, as in a container.
class Mounted {
 public:
  Mounted(const fs::path& source, const fs::path& point) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) abort_with("pipe");
    pid_ = ::fork();
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      const bool mounted = ::unshare(CLONE_NEWNS) == 0 &&
                           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                           ::mount(source.c_str(), point.c_str(), nullptr, MS_BIND, nullptr) == 0;
      if (!mounted || ::write(ends[1], "", 1) != 1) ::_exit(1);
      while (true) ::pause();
    }
    ::close(ends[1]);
    char byte = 0;
    done_ = ::read(ends[0], &byte, 1) == 1;
    ::close(ends[0]);
  }
  Mounted(const Mounted&) = delete;
  Mounted& operator=(const Mounted&) = delete;
  ~Mounted() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  [[nodiscard]] bool done() const { return done_; }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  bool done_ = false;
};

TEST(HostPath, OfADirectoryThatIsMountedElsewhereForTheProcessIsWhereItComesFrom) {
  const TempDirectory ours, theirs;
  fs::create_directories(ours.path() / "with space" / "box");
  const Mounted process(ours.path() / "with space", theirs.path());
  if (!process.done()) GTEST_SKIP() << "may not mount";

  EXPECT_EQ(host_path_of(process.pid(), theirs.path() / "box"), ours.path() / "with space" / "box");
}

TEST(HostPath, OfAnotherFileSystemIsWhereThatShowsHere) {
  const TempDirectory theirs;
  const Mounted process("/proc", theirs.path());
  if (!process.done()) GTEST_SKIP() << "may not mount";

  // The same file system shows here under its own name.
  EXPECT_EQ(host_path_of(process.pid(), theirs.path() / "sys"), "/proc/sys");
  EXPECT_EQ(host_path_of(process.pid(), theirs.path() / "not-there"), std::nullopt);
}

}  // namespace
}  // namespace ttsoak
