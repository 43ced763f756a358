#include "reports/trigger/effects.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "tests/unit/reports/trigger/traffic_blocks.h"

namespace ttsoak {
namespace {

constexpr double kKiB = 1024;

const TrafficEffect& of(const std::vector<TrafficEffect>& effects, Dimension dimension,
                        const std::string& value = "") {
  const auto found = std::find_if(effects.begin(), effects.end(), [&](const auto& effect) {
    return effect.dimension == dimension && effect.value == value;
  });
  EXPECT_NE(found, effects.end());
  return *found;
}

TEST(TrafficEffects, AreGrowthBeyondThatOfPlainTraffic) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 25 * kKiB);
  blocks.add(Dimension::aborted, 25 * kKiB + 12 * 67 * kKiB, 12);
  blocks.add_others(25 * kKiB);
  const auto effects = effects_in(TriggerSeries::rss, blocks.troughs());

  EXPECT_NEAR(of(effects, Dimension::plain).bytes_per_unit, kKiB, 1);
  EXPECT_NEAR(of(effects, Dimension::aborted).bytes_per_unit, 67 * kKiB, 1);
  EXPECT_TRUE(of(effects, Dimension::aborted).grows);
}

TEST(TrafficEffects, WhatAChangeOfTrafficCostsOnceIsNone) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::concurrent, 0, 25, "", 3, 40e6);
  const auto effects = effects_in(TriggerSeries::rss, blocks.troughs());

  EXPECT_FALSE(of(effects, Dimension::concurrent).grows);
  EXPECT_NEAR(of(effects, Dimension::concurrent).bytes_per_unit, 0, 1);
}

// Five standard errors on either side.
TEST(TrafficEffects, NamesNothingThatDoesNotGrowInMoreThanOneDiagnosisInTwenty) {
  constexpr int kDiagnoses = 400;
  int wrong = 0;
  for (unsigned seed = 0; seed < kDiagnoses; ++seed) {
    TrafficBlocks blocks = usual_blocks(200e3, seed, Dimension::plain, 0);
    const auto effects = effects_in(TriggerSeries::rss, blocks.troughs());
    wrong += std::any_of(effects.begin(), effects.end(), [](const auto& e) { return e.grows; });
  }
  EXPECT_LE(wrong, kDiagnoses * 0.05 + 5 * std::sqrt(kDiagnoses * 0.05 * 0.95));
}

TEST(TrafficEffects, IntervalsHoldTheTruthTogether) {
  constexpr int kDiagnoses = 400;
  constexpr double kTruth = 2e6;
  int missed = 0;
  for (unsigned seed = 0; seed < kDiagnoses; ++seed) {
    TrafficBlocks blocks = usual_blocks(200e3, seed, Dimension::fresh_texts, kTruth);
    for (const auto& effect : effects_in(TriggerSeries::rss, blocks.troughs())) {
      const double truth = effect.dimension == Dimension::fresh_texts   ? kTruth / 25
                           : effect.dimension == Dimension::new_lengths ? -kTruth / 25
                                                                        : 0;
      if (effect.low > truth || effect.high < truth) {
        ++missed;
        break;
      }
    }
  }
  EXPECT_LE(missed, kDiagnoses * 0.05 + 5 * std::sqrt(kDiagnoses * 0.05 * 0.95));
}

TEST(TrafficEffects, WhatStaysLevelDoesNotGrowBesideAReferenceThatShrinks) {
  TrafficBlocks blocks(20e3);
  blocks.add(Dimension::plain, -25 * 10 * kKiB);
  blocks.add(Dimension::aborted, 0);
  blocks.add(Dimension::voices, 0);
  blocks.add_others(0);
  for (const TrafficEffect& effect : effects_in(TriggerSeries::rss, blocks.troughs())) {
    EXPECT_FALSE(effect.grows) << static_cast<int>(effect.dimension);
  }
}

TEST(TrafficEffects, UnrestInOneBlockDoesNotHideTheOthers) {
  TrafficBlocks blocks = usual_blocks(50e3, 5, Dimension::aborted, 25 * 64 * kKiB);
  for (DiagnosisTrough& trough : blocks.troughs()) {
    if (trough.dimension == Dimension::new_lengths && trough.cycle == 2)
      trough.rss_bytes += 9000000;
  }
  const auto effects = effects_in(TriggerSeries::rss, blocks.troughs());
  EXPECT_TRUE(of(effects, Dimension::aborted).grows);
  EXPECT_FALSE(of(effects, Dimension::new_lengths).grows);
}

TEST(TrafficEffects, NewLengthsAreComparedWithFreshTexts) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::fresh_texts, 25 * 32 * kKiB);
  blocks.add(Dimension::new_lengths, 25 * 32 * kKiB);
  const auto effects = effects_in(TriggerSeries::rss, blocks.troughs());

  EXPECT_TRUE(of(effects, Dimension::fresh_texts).grows);
  EXPECT_FALSE(of(effects, Dimension::new_lengths).grows) << "a new length is a new text";
}

TEST(TrafficEffects, GrowthThatEndsWhenItIsTriedAgainIsOfThePast) {
  TrafficBlocks blocks(0);
  blocks.add_others(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::voices, 25 * 64 * kKiB);
  EXPECT_TRUE(of(effects_in(TriggerSeries::rss, blocks.troughs()), Dimension::voices).grows);
  blocks.add(Dimension::voices, 0);
  const auto effects = effects_in(TriggerSeries::rss, blocks.troughs());
  EXPECT_FALSE(of(effects, Dimension::voices).grows);
  EXPECT_TRUE(of(effects, Dimension::voices).grew_at_first);
  EXPECT_NEAR(of(effects, Dimension::voices).bytes_per_unit, 64 * kKiB, 1);
  EXPECT_EQ(of(effects, Dimension::voices).blocks, 2);
}

TEST(TrafficEffects, ValueThatIsSparedIsTold) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 25 * 32 * kKiB);
  blocks.add(Dimension::formats, 0, 25, "pcm");
  blocks.add_others(25 * 32 * kKiB);
  const auto effects = effects_in(TriggerSeries::rss, blocks.troughs());

  EXPECT_TRUE(of(effects, Dimension::plain).grows);
  EXPECT_TRUE(of(effects, Dimension::formats, "pcm").is_spared);
}

TEST(TrafficEffects, UnknownLiveHeapHasNone) {
  TrafficBlocks blocks(0);
  blocks.add(Dimension::plain, 0);
  blocks.add(Dimension::aborted, 0);
  EXPECT_THAT(effects_in(TriggerSeries::live_heap, blocks.troughs()), testing::IsEmpty());
  EXPECT_THAT(effects_in(TriggerSeries::rss, {}), testing::IsEmpty());
}

}  // namespace
}  // namespace ttsoak
