#include "harness/diagnose/traffic_block.h"

#include <algorithm>
#include <set>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::SizeIs;

RunConfig config_of(std::vector<std::string> voices = {"slt"},
                    std::vector<std::string> formats = {"wav"}) {
  RunConfig config;
  config.target.url = "http://127.0.0.1:9";
  config.workload.texts = {"Yes.", "Good day to you.", "This one is a good deal longer."};
  config.workload.voices = std::move(voices);
  config.workload.formats = std::move(formats);
  config.workload.requests_per_cycle = 20;
  config.workload.concurrency = 3;
  return config;
}

std::vector<Dimension> dimensions_of(const std::vector<TrafficBlock>& blocks) {
  std::vector<Dimension> dimensions;
  for (const TrafficBlock& block : blocks) dimensions.push_back(block.dimension);
  return dimensions;
}

const TrafficBlock& block_of(const std::vector<TrafficBlock>& blocks, Dimension dimension) {
  return *std::find_if(blocks.begin(), blocks.end(),
                       [&](const TrafficBlock& block) { return block.dimension == dimension; });
}

std::vector<std::string> texts_of(const std::vector<PlannedRequest>& requests) {
  std::vector<std::string> texts;
  for (const PlannedRequest& request : requests) texts.push_back(request.text);
  return texts;
}

TEST(TrafficBlocks, TakeUnderFortyCyclesWhereThereIsOneVoiceAndOneFormat) {
  int cycles = 0;
  for (const TrafficBlock& block : plan_blocks(config_of())) cycles += block.cycles;
  EXPECT_LT(cycles, 36) << "some are left for what is found";
}

TEST(TrafficBlocks, AreOfTheDimensionsThatARunHas) {
  const auto one = dimensions_of(plan_blocks(config_of()));
  EXPECT_EQ(one[0], Dimension::as_configured);
  EXPECT_EQ(one[1], Dimension::plain);
  EXPECT_THAT(one, Not(Contains(Dimension::voices)));
  EXPECT_THAT(one, Not(Contains(Dimension::formats)));
  EXPECT_THAT(one, Not(Contains(Dimension::streaming)));

  RunConfig config = config_of({"slt", "rms", "slt"}, {"wav", "pcm"});
  config.request.steps[0].body["stream"] = true;
  const auto more = dimensions_of(plan_blocks(config));
  for (const Dimension each :
       {Dimension::voices, Dimension::new_voice_mixes, Dimension::formats, Dimension::streaming}) {
    EXPECT_THAT(more, Contains(each));
  }
}

TEST(TrafficBlocks, PlainTrafficIsOneTextInOneVoiceAndOneFormatOneAtATime) {
  const auto blocks = plan_blocks(config_of({"slt", "rms"}, {"wav", "pcm"}));
  const TrafficBlock& plain = block_of(blocks, Dimension::plain);
  EXPECT_EQ(plain.workload.concurrency, 1);
  BlockTraffic traffic(plain);
  for (const PlannedRequest& request : traffic.cycle(3)) {
    EXPECT_EQ(request.text, "Good day to you.");
    EXPECT_EQ(*request.voice, "slt");
    EXPECT_EQ(*request.format, "wav");
    EXPECT_EQ(request.kind, RequestKind::normal);
  }
}

TEST(TrafficBlocks, HalfOfTheRequestsAreTheOddOnes) {
  const auto blocks = plan_blocks(config_of());
  EXPECT_EQ(block_of(blocks, Dimension::aborted).units, 10);
  EXPECT_EQ(block_of(blocks, Dimension::erroneous).units, 10);
  EXPECT_EQ(block_of(blocks, Dimension::fresh_texts).units, 20);
}

TEST(TrafficBlocks, NewLengthsAreNewInEveryCycleAndTheLongestComeFirst) {
  const auto blocks = plan_blocks(config_of());
  BlockTraffic first(block_of(blocks, Dimension::new_lengths));
  BlockTraffic again(blocks_that_tell_more(config_of(), Dimension::new_lengths).front());
  std::set<std::size_t> seen;
  std::size_t longest_before = 200;  // no more than servers take
  for (int serial = 10; serial < 16; ++serial) {
    std::size_t longest = 0;
    for (const std::string& text : texts_of((serial < 13 ? first : again).cycle(serial))) {
      EXPECT_TRUE(seen.insert(text.size()).second) << text.size() << " bytes, once more";
      longest = std::max(longest, text.size());
    }
    EXPECT_LT(longest, longest_before);
    longest_before = longest;
  }
  EXPECT_THAT(seen, SizeIs(6 * 20));
}

TEST(TrafficBlocks, FreshTextsAreAllAsLongAsThePlainOne) {
  const auto blocks = plan_blocks(config_of());
  BlockTraffic traffic(block_of(blocks, Dimension::fresh_texts));
  std::set<std::string> seen;
  for (int serial = 0; serial < 4; ++serial) {
    for (const std::string& text : texts_of(traffic.cycle(serial))) {
      EXPECT_TRUE(seen.insert(text).second) << text;
      EXPECT_EQ(text.size(), std::string("Good day to you.").size());
    }
  }
}

TEST(TrafficBlocks, MixesOfVoicesNeverRecur) {
  const auto blocks = plan_blocks(config_of({"slt", "rms"}));
  BlockTraffic traffic(block_of(blocks, Dimension::new_voice_mixes));
  std::set<std::string> seen;
  for (int serial = 0; serial < 4; ++serial) {
    for (const PlannedRequest& request : traffic.cycle(serial)) {
      EXPECT_TRUE(seen.insert(*request.voice).second) << *request.voice;
    }
  }
  EXPECT_THAT(seen, Contains("slt(1)+rms(1)"));
}

TEST(TrafficBlocks, TellMoreByTheirValuesOrOnceMore) {
  const RunConfig config = config_of({"slt", "rms", "awb"});
  const auto voices = blocks_that_tell_more(config, Dimension::voices);
  ASSERT_THAT(voices, SizeIs(2)) << "the plain one has been tried";
  EXPECT_EQ(voices[0].value, "rms");
  EXPECT_THAT(voices[0].workload.voices, ElementsAre("rms"));

  const auto errors = blocks_that_tell_more(config, Dimension::erroneous);
  ASSERT_THAT(errors, SizeIs(4));
  EXPECT_THAT(dimensions_of(errors), Each(Dimension::erroneous));
  EXPECT_EQ(errors[2].value, "unknown_voice");

  const auto again = blocks_that_tell_more(config, Dimension::new_lengths);
  ASSERT_THAT(again, SizeIs(1));
  EXPECT_EQ(again[0].dimension, Dimension::new_lengths);
}

TEST(TrafficBlocks, StreamingIsTurnedOverWhereTheRequestSaysIt) {
  RequestSpec request;
  EXPECT_FALSE(turn_streaming(request));
  request.steps[0].body["stream"] = true;
  EXPECT_TRUE(turn_streaming(request));
  EXPECT_EQ(request.steps[0].body["stream"], false);
}

TEST(TrafficBlocks, OfALargeRunAreNoLargerThanAHundredRequests) {
  RunConfig config = config_of();
  config.workload.requests_per_cycle = 6250;
  for (const TrafficBlock& block : plan_blocks(config)) {
    EXPECT_LE(block.workload.requests_per_cycle, 100);
  }
}

}  // namespace
}  // namespace ttsoak
