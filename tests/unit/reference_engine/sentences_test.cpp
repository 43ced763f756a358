#include "reference_engine/engine/sentences.h"

#include "gmock/gmock.h"
#include "reference_engine/engine/speech_request.h"

namespace ttsoak {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(SplitSentences, EndsAtFullStopsExclamationsAndQuestions) {
  EXPECT_THAT(split_sentences(" One.  Two! Is it three? Four"),
              ElementsAre("One.", "Two!", "Is it three?", "Four"));
}

TEST(SplitSentences, KeepsClosingQuotesWithTheirSentence) {
  EXPECT_THAT(split_sentences("\"Go!\" (He went.) Then not."),
              ElementsAre("\"Go!\"", "(He went.)", "Then not."));
}

TEST(SplitSentences, DoesNotEndAtNumbersAbbreviationsOrInitials) {
  EXPECT_THAT(split_sentences("Dr. J. Smith paid 3.50 to St. Mary, e.g. 5 vs. 6."), SizeIs(1));
}

TEST(SplitSentences, DoesNotEndAFullStopBeforeASmallLetter) {
  EXPECT_THAT(split_sentences("It is approx. the same."), SizeIs(1));
}

TEST(SplitSentences, EndsAfterThePronounI) {
  EXPECT_THAT(split_sentences("So do I. Good."), ElementsAre("So do I.", "Good."));
}

TEST(SplitSentences, EndsAtLineBreaksAndWideMarks) {
  EXPECT_THAT(split_sentences("A title\n\nThe text 你好。再见！"),
              ElementsAre("A title", "The text 你好。", "再见！"));
}

TEST(SplitSentences, WhiteSpaceGivesNothing) { EXPECT_THAT(split_sentences(" \n\t "), IsEmpty()); }

TEST(SplitSentences, CutsLongSentencesAtASpaceAndLosesNoWord) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "word" + std::to_string(i) + " ";
  text.pop_back();

  std::string joined;
  for (const std::string& piece : split_sentences(text)) {
    EXPECT_LE(count_code_points(piece), kMaxSentenceCharacters);
    joined += (joined.empty() ? "" : " ") + piece;
  }
  EXPECT_EQ(joined, text);
}

TEST(SplitSentences, CutsLongWordsBetweenCodePoints) {
  std::string text;
  for (int i = 0; i < 900; ++i) text += "é";

  const auto pieces = split_sentences(text);

  ASSERT_THAT(pieces, SizeIs(3));
  EXPECT_EQ(count_code_points(pieces[0]), kMaxSentenceCharacters);
  EXPECT_EQ(pieces[0] + pieces[1] + pieces[2], text);
}

}  // namespace
}  // namespace ttsoak
