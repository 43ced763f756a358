#include "reports/trigger/trigger.h"

#include "gmock/gmock.h"
#include "tests/unit/reports/trigger/traffic_blocks.h"

namespace ttsoak {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr double kKiB = 1024;

TEST(Trigger, IsNamedWithItsIntervalAndNothingElse) {
  TrafficBlocks blocks = usual_blocks(0, 1, Dimension::aborted, 25 * 67 * kKiB);
  const Trigger trigger = find_trigger(blocks.troughs());

  EXPECT_THAT(trigger.sentence, HasSubstr("It grows by 67.0 KiB for every aborted request ["));
  EXPECT_THAT(trigger.sentence, HasSubstr("; nothing else that was tried adds to that."));
  EXPECT_EQ(triggers_among(trigger.effects).size(), 1U);
}

TEST(Trigger, NothingGrowsIsAnAnswer) {
  TrafficBlocks blocks = usual_blocks(0, 1, Dimension::aborted, 0);
  EXPECT_EQ(find_trigger(blocks.troughs()).sentence,
            "None of the 10 kinds of traffic that were tried makes it grow.");
  EXPECT_THAT(find_trigger({}).sentence, IsEmpty());
}

TEST(Trigger, OfEveryRequestIsWhateverTheTraffic) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 25 * 64 * kKiB);
  blocks.add(Dimension::fresh_texts, 25 * 64 * kKiB);
  blocks.add(Dimension::formats, 25 * 64 * kKiB);
  const Trigger trigger = find_trigger(blocks.troughs());

  EXPECT_THAT(trigger.sentence, HasSubstr("64.0 KiB for every request ["));
  EXPECT_THAT(trigger.sentence, HasSubstr("], whatever the traffic."));
}

TEST(Trigger, WhatGrewUntilItWasFullIsNamedAsThat) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::varied_texts, 25 * 40 * kKiB);
  blocks.add(Dimension::fresh_texts, 0);
  blocks.add(Dimension::new_lengths, 25 * 512 * kKiB);
  blocks.add(Dimension::new_lengths, 0);
  const Trigger trigger = find_trigger(blocks.troughs());

  EXPECT_THAT(trigger.sentence,
              HasSubstr("It grew by 512.0 KiB for every length of text not sent before ["));
  EXPECT_THAT(trigger.sentence, HasSubstr("], and then no more"));
  EXPECT_THAT(trigger.sentence, Not(HasSubstr("run's texts"))) << "explained by their lengths";
}

TEST(Trigger, VariedTextsBesideLevelFreshOnesAreAMatterOfLength) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::varied_texts, 25 * 40 * kKiB);
  blocks.add(Dimension::fresh_texts, 0);
  blocks.add(Dimension::new_lengths, 0);
  EXPECT_THAT(find_trigger(blocks.troughs()).sentence, HasSubstr("so it is their lengths."));
}

TEST(Trigger, ValuesStandForTheirDimension) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::voices, 25 * 8 * kKiB);
  blocks.add(Dimension::voices, 25 * 32 * kKiB, 25, "rms");
  blocks.add(Dimension::voices, 0, 25, "slt");
  const Trigger trigger = find_trigger(blocks.troughs());

  EXPECT_THAT(trigger.sentence, HasSubstr("32.0 KiB for every request for voice rms ["));
  EXPECT_THAT(trigger.sentence, Not(HasSubstr("slt")));
  EXPECT_THAT(trigger.sentence, Not(HasSubstr("run's voices")));
}

TEST(Trigger, DimensionStandsForValuesThatAllGrow) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::aborted, 10 * 67 * kKiB, 10);
  blocks.add(Dimension::aborted, 10 * 67 * kKiB, 10, "abort_at_headers");
  blocks.add(Dimension::aborted, 10 * 67 * kKiB, 10, "abort_first_audio");
  const Trigger trigger = find_trigger(blocks.troughs());

  EXPECT_THAT(trigger.sentence, HasSubstr("for every aborted request ["));
  EXPECT_EQ(triggers_among(trigger.effects).size(), 1U);
}

TEST(Trigger, TwoAreNamedTheLargerFirst) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add_others(0);
  blocks.add(Dimension::erroneous, 6 * 40 * kKiB, 6, "unknown_voice");
  blocks.add(Dimension::aborted, 12 * 67 * kKiB, 12);
  const Trigger trigger = find_trigger(blocks.troughs());

  EXPECT_THAT(trigger.sentence,
              testing::ContainsRegex("aborted request .*, and by 40.0 KiB for every request for an "
                                     "unknown voice"));
}

TEST(Trigger, RestsOnTheLiveHeapWhereItTellsMore) {
  TrafficBlocks blocks = usual_blocks(2e6, 3, Dimension::aborted, 25 * 4 * kKiB);
  EXPECT_THAT(triggers_among(find_trigger(blocks.troughs()).effects), IsEmpty()) << "noise";
  std::int64_t live = 0;
  for (DiagnosisTrough& trough : blocks.troughs()) {
    if (trough.dimension == Dimension::aborted) live += static_cast<std::int64_t>(25 * 4 * kKiB);
    trough.live_bytes = live;
  }
  const auto triggers = triggers_among(find_trigger(blocks.troughs()).effects);
  ASSERT_EQ(triggers.size(), 1U);
  EXPECT_EQ(triggers[0].series, TriggerSeries::live_heap);
  EXPECT_NEAR(triggers[0].bytes_per_unit, 4 * kKiB, 100);
}

TEST(Trigger, RetentionThatTheLiveHeapDoesNotShowIsTakenFromRss) {
  TrafficBlocks blocks = usual_blocks(0, 1, Dimension::new_lengths, 25 * 430 * kKiB);
  for (DiagnosisTrough& trough : blocks.troughs()) trough.live_bytes = 1000000;
  const auto triggers = triggers_among(find_trigger(blocks.troughs()).effects);
  ASSERT_EQ(triggers.size(), 1U);
  EXPECT_EQ(triggers[0].series, TriggerSeries::rss);
  EXPECT_EQ(triggers[0].dimension, Dimension::new_lengths);
}

}  // namespace
}  // namespace ttsoak
