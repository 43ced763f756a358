#include "reports/render/frame_text.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/render/sample_stacks.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

TEST(FrameText, PythonFrameSaysFileAndLine) {
  const Frame frame = python_frame("Voice.load", "/app/tts.py", 17);

  EXPECT_EQ(frame_label(frame), "Voice.load (tts.py:17)");
  EXPECT_EQ(frame_line(frame), "Voice.load at /app/tts.py:17");
}

TEST(FrameText, NativeFrameSaysItsLibrary) {
  const Frame frame = native_frame("speak(char const*)", "/opt/lib/libvoice.so.1");

  EXPECT_EQ(frame_label(frame), "speak(char const*)");
  EXPECT_EQ(frame_line(frame), "speak(char const*) in libvoice.so.1");
}

TEST(FrameText, AddressWithoutANameSaysWhereItIs) {
  EXPECT_EQ(frame_label(native_frame("", "/opt/libvoice.so", 0x1f30)), "libvoice.so+0x1f30");
  EXPECT_EQ(frame_line(native_frame("", "/opt/libvoice.so", 0x1f30)), "libvoice.so+0x1f30");
  EXPECT_EQ(frame_label(native_frame("", "", 0x7f00)), "0x7f00");
}

TEST(FrameText, GapAndUnknownPythonCodeAreNeverBlank) {
  EXPECT_EQ(frame_label(gap_frame()), "(frames left out)");
  EXPECT_EQ(frame_label(python_frame("", "", 0)), "(unknown Python code)");
}

TEST(FrameText, NameThatFillsAPageLosesItsMiddleButNotHalfACharacter) {
  std::string name;
  for (int i = 0; i < 1000; ++i) name += "é";
  const std::string line = frame_line(native_frame(name, "/opt/libvoice.so"));

  EXPECT_LT(line.size(), 200U);
  EXPECT_THAT(line, HasSubstr("é…é"));
  EXPECT_EQ(frame_label(native_frame(name, "/opt/libvoice.so")), name);
}

TEST(FrameText, LineFeedInANameDoesNotBreakTheLine) {
  EXPECT_EQ(frame_line(python_frame("a\nb", "/x\n.py", 1)), "a b at /x .py:1");
}

}  // namespace
}  // namespace ttsoak
