#include "reports/render/profile_text.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string text_of(const HeapProfile& profile, StackDetail detail = StackDetail::folded) {
  return profile_text(profile, 5, detail);
}

std::string live_part(const std::string& text) { return text.substr(0, text.find("\nAllocated")); }
std::string allocated_part(const std::string& text) {
  return text.substr(text.find("\nAllocated"));
}

TEST(ProfileText, LiveIsWhatIsHeldMappingsIncludedTheMostFirst) {
  const std::string live = live_part(text_of(sample_profile()));

  EXPECT_THAT(live, StartsWith("Live: 1.0 MiB in all\n\n1. 1.0 MiB (99.6 %), 10 blocks: "
                               "speak(char const*) at /src/speak.cpp:90 in engine\n"));
  EXPECT_THAT(live, HasSubstr("\n2. 4.0 KiB (0.38 %), 4 blocks: Voice.load at /app/tts.py:17, by "
                              "libtorch_cpu.so\n"));
}

TEST(ProfileText, AllocatedAlsoCountsWhatWasFreed) {
  EXPECT_THAT(allocated_part(text_of(sample_profile())),
              StartsWith("\nAllocated: 1.9 MiB in all\n\n1. 1.9 MiB (99.6 %), 20 blocks: "));
}

TEST(ProfileText, StackThatOnlyMapsHasNoBlocks) {
  HeapProfile profile;
  ProfiledStack& stack = profile.stacks.emplace_back();
  stack.stack.frames = {native_frame("mmap", "/lib/libc.so.6"),
                        native_frame("main", "/opt/engine")};
  stack.figures.mapped_bytes = 2 << 20;
  const std::string text = text_of(profile);

  EXPECT_THAT(text, HasSubstr("1. 2.0 MiB (100 %), mapped: main in engine\n"));
  EXPECT_THAT(text, HasSubstr("\nAllocated: 0 B in all\n\n   nothing\n"));
}

TEST(ProfileText, StackThatHoldsNothingIsNotListedAsLive) {
  HeapProfile profile = sample_profile();
  profile.stacks[0].figures.live_bytes = 0;
  const std::string text = text_of(profile);

  EXPECT_THAT(live_part(text), Not(HasSubstr("Voice.load")));
  EXPECT_THAT(allocated_part(text), HasSubstr("Voice.load"));
}

TEST(ProfileText, NoMoreAreShownThanAskedFor) {
  const std::string text = profile_text(sample_profile(), 1, StackDetail::folded);

  EXPECT_THAT(text, AllOf(HasSubstr("\n1. "), Not(HasSubstr("\n2. "))));
}

TEST(ProfileText, StacksOfOneProcessThatReadAlikeAreOne) {
  HeapProfile profile;
  for (const std::uint64_t address : {0x1000U, 0x2000U}) {
    ProfiledStack& stack = profile.stacks.emplace_back();
    stack.stack.frames = {native_frame("main", "/opt/engine", address)};
    stack.figures.live_bytes = 2048;
    stack.figures.live_blocks = 3;
  }
  EXPECT_THAT(
      live_part(text_of(profile)),
      AllOf(HasSubstr("1. 4.0 KiB (100 %), 6 blocks: main in engine"), Not(HasSubstr("\n2. "))));
  profile.stacks[1].stack.process = 1;
  EXPECT_THAT(live_part(text_of(profile)), HasSubstr("\n2. 2.0 KiB"));
}

TEST(DifferenceText, TellsWhatWasGainedAndWhatWasLost) {
  StackDifference gained, lost;
  gained.stack.frames = {native_frame("keep", "/opt/engine")};
  gained.live_bytes = 4096;
  gained.live_blocks = 2;
  lost.stack.frames = {native_frame("forget", "/opt/engine")};
  lost.live_bytes = -2048;
  lost.live_blocks = -1;

  EXPECT_EQ(difference_text({gained, lost}, 5, StackDetail::folded),
            "Gained: 4.0 KiB in all\n\n1. 4.0 KiB (100 %), 2 blocks: keep in engine\n"
            "     keep in engine\n\n"
            "Lost: 2.0 KiB in all\n\n1. 2.0 KiB (100 %), 1 block: forget in engine\n"
            "     forget in engine\n");
}

TEST(ProfileText, FullHasEveryFrame) {
  EXPECT_THAT(text_of(sample_profile()), HasSubstr("… 3 frames of libtorch_cpu.so …"));
  EXPECT_THAT(text_of(sample_profile(), StackDetail::full),
              AllOf(Not(HasSubstr("… 3 frames")), HasSubstr("at::native::add(at::Tensor const&)")));
}

TEST(ProfileText, StackThatCouldNotBeTakenIsSaidToBeUnknown) {
  EXPECT_THAT(text_of(sample_profile()),
              HasSubstr("3 blocks: (unknown: the stack could not be taken)\n"));
}

TEST(ProfileText, EmptyHeapIsNoDivisionByZero) {
  EXPECT_EQ(text_of({}), "Live: 0 B in all\n\n   nothing\n\nAllocated: 0 B in all\n\n   nothing\n");
}

TEST(ProfileText, NamesFromTheTargetCannotSteerTheTerminal) {
  HeapProfile profile;
  ProfiledStack& stack = profile.stacks.emplace_back();
  stack.stack.frames = {python_frame("\x1b[2Jspeak", "/app/\x1b]0;x\atts.py", 3)};
  stack.figures.live_bytes = stack.figures.allocated_bytes = 4096;

  EXPECT_THAT(text_of(profile), AllOf(HasSubstr("speak"), Not(HasSubstr("\x1b"))));
}

}  // namespace
}  // namespace ttsoak
