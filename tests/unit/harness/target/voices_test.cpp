#include "harness/target/voices.h"

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ListedVoices, AreFoundInTheShapesServersUse) {
  EXPECT_THAT(listed_voices(R"({"voices": ["af_heart", "af_sky"]})", ""),
              ElementsAre("af_heart", "af_sky"));
  EXPECT_THAT(listed_voices(R"({"voices": [{"id": "a", "name": "A"}]})", ""), ElementsAre("a"));
  EXPECT_THAT(listed_voices(R"([{"name": "b"}, {"id": 4}])", ""), ElementsAre("b", "4"));
}

TEST(ListedVoices, AreFoundWhereThePointerSays) {
  const std::string speakers = R"([{"name": "A", "styles": [{"name": "normal", "id": 3}]}])";
  EXPECT_THAT(listed_voices(speakers, "/0/styles/0/id"), ElementsAre("3"));
  EXPECT_THAT(listed_voices(speakers, "/0/styles"), ElementsAre("3"));
  EXPECT_THAT(listed_voices(speakers, "/1/styles"), IsEmpty());
}

TEST(ListedVoices, AreNoneInAnythingElse) {
  for (const char* text : {"", "not json", "{}", R"({"voices": []})", R"({"voices": [1.5]})"}) {
    EXPECT_THAT(listed_voices(text, ""), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace ttsoak
