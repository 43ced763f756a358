#include "reference_engine/engine/voice_mix.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

const std::vector<std::string> kVoices = {"awb", "rms", "slt"};

bool is_read(std::string_view voice) { return parse_voice_mix(voice, kVoices).has_value(); }

std::string_view speaker(std::string_view voice) {
  const auto mix = parse_voice_mix(voice, kVoices);
  return mix ? speaker_of(*mix) : "nobody";
}

TEST(ParseVoiceMix, ReadsVoicesAndTheirWeights) {
  const auto mix = parse_voice_mix("slt(2)+rms(0.5)+awb", kVoices);

  ASSERT_TRUE(mix.has_value());
  ASSERT_EQ(mix->size(), 3U);
  EXPECT_EQ((*mix)[0].voice, "slt");
  EXPECT_EQ((*mix)[0].weight, 2.0);
  EXPECT_EQ((*mix)[1].weight, 0.5);
  EXPECT_EQ((*mix)[2].weight, 1.0);  // none said
}

TEST(ParseVoiceMix, RejectsWhatIsNoMixOfKnownVoices) {
  for (const char* voice :
       {"", "+", "slt+", "+slt", "slt++rms", "alloy", "slt(1)+alloy(1)", "slt rms", "slt(", "slt()",
        "slt(1", "slt(1)x", "slt)", "slt(1)(2)", "(1)", "slt (1)", "SLT"}) {
    EXPECT_FALSE(is_read(voice)) << voice;
  }
}

TEST(ParseVoiceMix, RejectsWeightsThatAreNoPositiveDecimalNumber) {
  for (const char* weight :
       {"0", "0.0", "-1", "+1", "nan", "inf", "1e3", "0x1", "1.2.3", ".", "1,5"}) {
    EXPECT_FALSE(is_read("slt(" + std::string(weight) + ")+rms(1)")) << weight;
  }
}

TEST(ParseVoiceMix, EightPartsAreTheMost) {
  std::string mix = "slt";
  for (int part = 2; part <= 8; ++part) mix += "+slt(1)";

  EXPECT_TRUE(is_read(mix));
  EXPECT_FALSE(is_read(mix + "+slt(1)"));
}

TEST(SpeakerOfMix, IsTheHeaviestAndOfEqualsTheFirstByAlphabet) {
  EXPECT_EQ(speaker("slt"), "slt");
  EXPECT_EQ(speaker("slt(2)+rms(1)"), "slt");
  EXPECT_EQ(speaker("slt(2)+rms(2.01)"), "rms");
  EXPECT_EQ(speaker("slt(1)+rms(1)"), "rms");
  EXPECT_EQ(speaker("rms+slt"), "rms");
}

TEST(IsVoiceMix, IsNotThePlainNameOfOne) {
  EXPECT_FALSE(is_voice_mix("slt"));
  EXPECT_TRUE(is_voice_mix("slt(2)"));
  EXPECT_TRUE(is_voice_mix("slt+rms"));
}

}  // namespace
}  // namespace ttsoak
