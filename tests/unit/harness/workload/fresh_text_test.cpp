#include "harness/workload/fresh_text.h"

#include <algorithm>
#include <set>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

const std::string kText = "The recipe asks for two cups of flour.";

TEST(FreshText, IsNeverTheSameTwiceAndAsLongAsBefore) {
  std::set<std::string> texts;
  for (std::uint64_t serial = 0; serial < 20000; ++serial) {
    texts.insert(fresh_text(kText, serial));
    EXPECT_EQ(texts.begin()->size(), kText.size());
  }
  EXPECT_EQ(texts.size(), 20000U);
  EXPECT_EQ(std::max_element(texts.begin(), texts.end())->size(), kText.size());
}

TEST(FreshText, IsTheSameForTheSameSerial) {
  EXPECT_EQ(fresh_text(kText, 12345), fresh_text(kText, 12345));
}

TEST(FreshText, LeavesOtherAlphabetsWhole) {
  const std::string text = "\xe4\xbd\xa0\xe5\xa5\xbd\xe3\x80\x82";  // three characters
  EXPECT_EQ(fresh_text(text, 1).substr(0, text.size()), text);
  EXPECT_EQ(fresh_text(text, 1).size(), text.size() + 7);
  EXPECT_NE(fresh_text(text, 1), fresh_text(text, 2));
}

TEST(FreshText, OfNothingIsTheSerialAlone) { EXPECT_EQ(fresh_text("", 27), "bbaaaaa"); }

}  // namespace
}  // namespace ttsoak
