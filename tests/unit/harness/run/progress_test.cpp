#include "harness/run/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::Not;

RunState state() {
  RunState state;
  state.cycle = 3;
  state.cycles = 40;
  state.requests = 75;
  state.rss_bytes = 100 << 20;
  state.left = std::chrono::seconds(134);
  return state;
}

TEST(Progress, TellsCycleRequestsMemoryAndTimeLeft) {
  std::ostringstream out;
  Progress(out, false).cycle_done(state());
  EXPECT_THAT(out.str(), HasSubstr("cycle 3/40"));
  EXPECT_THAT(out.str(), HasSubstr("75 requests"));
  EXPECT_THAT(out.str(), HasSubstr("100.0 MiB"));
  EXPECT_THAT(out.str(), HasSubstr("2 min 14 s left"));
}

TEST(Progress, ALogGetsOneLinePerCycleAndNoControlCharacters) {
  std::ostringstream out;
  Progress progress(out, false);
  for (int i = 0; i < 10; ++i) progress.update(state());
  progress.cycle_done(state());
  progress.finish();
  EXPECT_THAT(out.str(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(out.str(), Not(HasSubstr("\r")));
  const std::string log = out.str();
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1);
}

TEST(Progress, ATerminalSeesEveryStateAndIsLeftClean) {
  std::ostringstream out;
  Progress progress(out, true);
  progress.update(state());
  progress.finish();
  EXPECT_THAT(out.str(), testing::EndsWith("\r\x1b[2K"));
}

TEST(Progress, FailedRequestsAreTold) {
  std::ostringstream out;
  RunState with_errors = state();
  with_errors.errors = 2;
  Progress(out, false).cycle_done(with_errors);
  EXPECT_THAT(out.str(), HasSubstr("2 failed"));
}

}  // namespace
}  // namespace ttsoak
