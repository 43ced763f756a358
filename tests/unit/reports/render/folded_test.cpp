#include "reports/render/folded.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

HeapProfile profile_of(const std::vector<ProfiledStack>& stacks) {
  HeapProfile profile;
  profile.stacks = stacks;
  return profile;
}

ProfiledStack holding(double bytes, const std::vector<Frame>& frames, int process = 0) {
  return {{process, 1, frames}, {1, bytes, 1}};
}

TEST(FoldedStacks, RootComesFirstAndTheLiveBytesLast) {
  EXPECT_EQ(folded_stacks(profile_of({holding(4096.4, {native_frame("malloc", "/lib/libc.so.6"),
                                                       python_frame("load", "/app/tts.py", 17),
                                                       native_frame("main", "/bin/python3")})})),
            "main;load (tts.py:17);malloc 4096\n");
}

TEST(FoldedStacks, SemicolonInANameDoesNotSplitTheFrame) {
  EXPECT_EQ(folded_stacks(profile_of({holding(1, {native_frame("a;b\nc", "/x")})})), "a,b c 1\n");
}

TEST(FoldedStacks, EqualStacksAreOneLine) {
  const std::vector<Frame> frames = {native_frame("main", "/x")};

  EXPECT_EQ(folded_stacks(profile_of({holding(1000, frames), holding(24, frames)})), "main 1024\n");
}

TEST(FoldedStacks, StackThatHoldsNothingHasNoLine) {
  EXPECT_EQ(folded_stacks(profile_of({holding(0, {native_frame("main", "/x")})})), "");
}

TEST(FoldedStacks, UnknownStackIsAFrameOfItsOwn) {
  EXPECT_EQ(folded_stacks(profile_of({holding(7, {})})), "(unknown stack) 7\n");
}

TEST(FoldedStacks, ProcessesAreToldApartOnlyWhereThereAreSeveral) {
  const std::vector<Frame> frames = {native_frame("main", "/x")};

  EXPECT_EQ(folded_stacks(profile_of({holding(1, frames, 0), holding(2, frames, 3)})),
            "process 0;main 1\nprocess 3;main 2\n");
  EXPECT_THAT(folded_stacks(sample_profile()), Not(HasSubstr("process")));
}

}  // namespace
}  // namespace ttsoak
