#include "probes/process/process_watch.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

ProcessIdentity process(pid_t pid, pid_t parent_pid, std::uint64_t start_ticks) {
  return {.pid = pid, .parent_pid = parent_pid, .start_ticks = start_ticks, .command = ""};
}

TEST(IsChildOf, ChildMayStartInTheTickOfItsParent) {
  EXPECT_TRUE(is_child_of(process(41, 40, 500), process(40, 1, 500)));
}

TEST(IsChildOf, StrangerWithTheRecycledPidOfAChildIsNone) {
  EXPECT_FALSE(is_child_of(process(41, 7, 900), process(40, 1, 500)));
}

TEST(IsChildOf, ProcessOlderThanItsSupposedParentIsNone) {
  EXPECT_FALSE(is_child_of(process(41, 40, 500), process(40, 1, 900)));
}

TEST(ProcessWatch, PidNobodyHasIsAnErrorThatNamesIt) {
  const auto watch = ProcessWatch::open(0);

  ASSERT_FALSE(watch.ok());
  EXPECT_THAT(watch.error().message, HasSubstr("/proc/0: No such file or directory"));
}

}  // namespace
}  // namespace ttsoak
