#include "harness/target/tracer_setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "harness/target/launched_process.h"

namespace ttsoak {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::StartsWith;

// One variable of this process, as it was before once this object goes.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const old = std::getenv(name)) old_ = old;
    ::setenv(name, value, 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (old_) {
      ::setenv(name_, old_->c_str(), 1);
    } else {
      ::unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

// The tracer is built beside the tests, too.
std::vector<std::string> environment(const TraceSpec& trace = {}) {
  const auto variables = tracer_environment({"true"}, trace, "boxes");
  if (!variables.ok()) ADD_FAILURE() << variables.error().message;
  return variables.ok() ? variables.value() : std::vector<std::string>();
}

TEST(TracerEnvironment, TellsTheTracerWhereAndHowFinely) {
  TraceSpec trace;
  trace.sample_bytes = 32768;
  const auto variables = environment(trace);

  EXPECT_THAT(variables, Contains(EndsWith("/libttsoak_tracer.so")));
  EXPECT_THAT(variables, Contains("TTSOAK_SAMPLE=32768"));
  EXPECT_THAT(variables, Contains("TTSOAK_FLOOR=512"));
}

TEST(TracerEnvironment, DirectoryIsAbsoluteForATargetThatMovesElsewhere) {
  EXPECT_THAT(environment(), Contains("TTSOAK_DIR=" + std::filesystem::absolute("boxes").string()));
}

TEST(TracerEnvironment, CoarseSamplingHasAFinerFloorThanItsOwnShare) {
  TraceSpec trace;
  trace.sample_bytes = 524288;

  EXPECT_THAT(environment(trace), Contains("TTSOAK_FLOOR=4096"));
}

TEST(TracerEnvironment, WhatTheUserPreloadsComesAfterTheTracer) {
  const Variable preload("LD_PRELOAD", "/usr/lib/one.so two.so");

  EXPECT_THAT(environment(), Contains(EndsWith("/libttsoak_tracer.so:/usr/lib/one.so two.so")));
}

TEST(TracerEnvironment, EmptyPreloadAddsNoEmptyName) {
  const Variable preload("LD_PRELOAD", "");

  EXPECT_THAT(environment(), Contains(EndsWith("/libttsoak_tracer.so")));
}

TEST(TracerEnvironment, ProgramWithASanitizerIsRefusedAlsoBehindAShell) {
  const std::string program = TTSOAK_BINARY_DIR "/bin/traced_sanitized";
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{program, "wait"},
        std::vector<std::string>{"/bin/sh", "-c", "exec env A=b " + program + " wait"}}) {
    const auto variables = tracer_environment(command, {}, "boxes");
    ASSERT_FALSE(variables.ok());
    EXPECT_THAT(variables.error().message, StartsWith(program + " is built with a sanitizer"));
  }
}

TEST(BlackboxDirectory, IsReadFromTheProcessAsItWasStarted) {
  auto process = LaunchedProcess::start({"sleep", "60"}, {}, {"TTSOAK_DIR=/var/boxes"});
  ASSERT_TRUE(process.ok());
  const pid_t pid = process.value()->pid();

  EXPECT_EQ(blackbox_directory_of(pid), "/proc/" + std::to_string(pid) + "/root/var/boxes");
}

TEST(BlackboxDirectory, VariableOfASimilarNameIsAnother) {
  auto process = LaunchedProcess::start({"sleep", "60"}, {},
                                        {"TTSOAK_DIRECTORY=/a", "XTTSOAK_DIR=/b", "TTSOAK_DIR="});
  ASSERT_TRUE(process.ok());

  EXPECT_EQ(blackbox_directory_of(process.value()->pid()), std::nullopt);
}

TEST(BlackboxDirectory, ProcessThatIsGoneHasNone) {
  EXPECT_EQ(blackbox_directory_of(0x7FFFFFF), std::nullopt);
}

}  // namespace
}  // namespace ttsoak
