#include "harness/target/voices.h"

#include <gtest/gtest.h>

namespace ttsoak {
namespace {

TEST(FirstVoice, IsFoundInTheShapesServersUse) {
  EXPECT_EQ(first_voice(R"({"voices": ["af_heart", "af_sky"]})", ""), "af_heart");
  EXPECT_EQ(first_voice(R"({"voices": [{"id": "a", "name": "A"}]})", ""), "a");
  EXPECT_EQ(first_voice(R"([{"name": "b"}])", ""), "b");
}

TEST(FirstVoice, IsFoundWhereThePointerSays) {
  const std::string speakers = R"([{"name": "A", "styles": [{"name": "normal", "id": 3}]}])";
  EXPECT_EQ(first_voice(speakers, "/0/styles/0/id"), "3");
  EXPECT_EQ(first_voice(speakers, "/0/styles"), "3");
  EXPECT_EQ(first_voice(speakers, "/1/styles"), "");
}

TEST(FirstVoice, AnythingElseHasNone) {
  for (const char* text : {"", "not json", "{}", R"({"voices": []})", R"({"voices": [1.5]})"}) {
    EXPECT_EQ(first_voice(text, ""), "") << text;
  }
}

}  // namespace
}  // namespace ttsoak
