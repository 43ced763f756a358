#include "harness/target/launched_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <sstream>
#include <thread>

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class LaunchedProcessTest : public testing::Test {
 protected:
  LaunchedProcessTest()
      : log_(std::filesystem::path(testing::TempDir()) /
             ("launched-" + std::to_string(::getpid()) + ".log")) {}
  ~LaunchedProcessTest() override { std::filesystem::remove(log_); }

  [[nodiscard]] std::string logged() const {
    std::ifstream file(log_);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  static ProcessEnd wait_for_end(LaunchedProcess& process) {
    for (int i = 0; i < 500; ++i) {
      if (const auto end = process.poll()) return *end;
      std::this_thread::sleep_for(20ms);
    }
    ADD_FAILURE() << "the process did not end";
    return {};
  }

  std::filesystem::path log_;
};

TEST_F(LaunchedProcessTest, OutputGoesToTheLogAndTheStatusIsKept) {
  auto process = LaunchedProcess::start({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"}, log_);
  ASSERT_TRUE(process.ok());
  const ProcessEnd end = wait_for_end(*process.value());
  EXPECT_FALSE(end.by_signal);
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(logged(), "out\nerr\n");
}

TEST_F(LaunchedProcessTest, AProgramThatIsNotThereIsAnErrorThatNamesIt) {
  const auto process = LaunchedProcess::start({"/no/such/server", "--port", "1"}, log_);
  ASSERT_FALSE(process.ok());
  EXPECT_THAT(process.error().message, HasSubstr("/no/such/server"));
  EXPECT_THAT(process.error().message, HasSubstr("No such file"));
}

TEST_F(LaunchedProcessTest, ACrashIsToldByTheNameOfTheSignal) {
  auto process = LaunchedProcess::start({"/bin/sh", "-c", "kill -SEGV $$"}, log_);
  ASSERT_TRUE(process.ok());
  const ProcessEnd end = wait_for_end(*process.value());
  EXPECT_TRUE(end.by_signal);
  EXPECT_THAT(end.text, HasSubstr("SIGSEGV"));
}

TEST_F(LaunchedProcessTest, StopEndsAProcessThatIgnoresSigterm) {
  auto process = LaunchedProcess::start(
      {"/bin/sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done"}, log_);
  ASSERT_TRUE(process.ok());
  while (logged().empty()) std::this_thread::sleep_for(10ms);
  process.value()->stop(100ms);
  ASSERT_TRUE(process.value()->poll().has_value());
  EXPECT_EQ(process.value()->poll()->code, SIGKILL);
}

TEST_F(LaunchedProcessTest, TheDestructorLeavesNoProcessBehind) {
  pid_t pid = 0;
  {
    auto process = LaunchedProcess::start({"/bin/sleep", "1000"}, log_);
    ASSERT_TRUE(process.ok());
    pid = process.value()->pid();
    ASSERT_EQ(::kill(pid, 0), 0);
  }
  EXPECT_NE(::kill(pid, 0), 0);
}

}  // namespace
}  // namespace ttsoak
