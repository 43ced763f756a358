#include "reference_engine/engine/speech_request.h"

#include <cmath>
#include <string>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> kVoices = {"awb", "slt"};

std::string code_of(const SpeechRequest& request) {
  const auto defect = find_defect(request, kVoices);
  return defect ? defect->code : "";
}

TEST(FindDefect, AcceptsTheBoundsThemselves) {
  EXPECT_EQ(code_of({std::string(kMaxCharacters, 'a'), "slt", kMinSpeed}), "");
  EXPECT_EQ(code_of({"a", "awb", kMaxSpeed}), "");
}

TEST(FindDefect, CountsCharactersAndNotBytes) {
  std::string wide;
  for (std::size_t i = 0; i < kMaxCharacters; ++i) wide += "語";

  EXPECT_EQ(code_of({wide, "slt"}), "");
  EXPECT_EQ(code_of({wide + "a", "slt"}), "text_too_long");
}

TEST(FindDefect, WhiteSpaceIsEmptyText) {
  EXPECT_EQ(code_of({"", "slt"}), "empty_text");
  EXPECT_EQ(code_of({" \n\t", "slt"}), "empty_text");
}

TEST(FindDefect, UnknownVoiceNamesTheKnownOnes) {
  const auto defect = find_defect({"Hi.", "alloy"}, kVoices);

  ASSERT_TRUE(defect.has_value());
  EXPECT_EQ(defect->field, "voice");
  EXPECT_THAT(defect->message, HasSubstr("awb, slt"));
}

TEST(FindDefect, SpeedOutsideOrNotANumberIsBad) {
  EXPECT_EQ(code_of({"Hi.", "slt", 0.24}), "bad_speed");
  EXPECT_EQ(code_of({"Hi.", "slt", 4.01}), "bad_speed");
  EXPECT_EQ(code_of({"Hi.", "slt", std::nan("")}), "bad_speed");
}

}  // namespace
}  // namespace ttsoak
