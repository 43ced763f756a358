#include "harness/workload/log_normal.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "harness/workload/workload.h"

namespace ttsoak {
namespace {

TEST(LogNormal, HasTheMedianAndTheTailThatWereAskedFor) {
  const auto lengths = log_normal_lengths({90, 400}, 1000);
  EXPECT_TRUE(std::is_sorted(lengths.begin(), lengths.end()));
  EXPECT_NEAR(static_cast<double>(lengths[500]), 90, 1);
  EXPECT_NEAR(static_cast<double>(lengths[950]), 400, 4);
  EXPECT_GE(lengths.front(), 5U);
  EXPECT_LE(lengths.back(), 4000U);
}

TEST(LogNormal, OfEqualMedianAndTailIsOneLength) {
  for (const std::size_t length : log_normal_lengths({70, 70}, 9)) EXPECT_EQ(length, 70U);
}

TEST(Workload, TextsHaveTheLengthsThatWereAskedFor) {
  WorkloadSpec spec;
  spec.requests_per_cycle = 50;
  spec.texts = {"A few words here.", "And some more words that are there."};
  spec.voices = {"v"};
  spec.lengths = Lengths{60, 200};
  const Workload workload(spec);
  const auto lengths = log_normal_lengths(*spec.lengths, 50);
  for (const PlannedRequest& request : workload.cycle(1)) {
    const std::size_t wanted = lengths[static_cast<std::size_t>(request.request_class)];
    EXPECT_LE(request.text.size(), wanted);
    EXPECT_GE(request.text.size() + 20, wanted);
  }
  EXPECT_EQ(workload.digest(workload.cycle(1)), workload.digest(workload.cycle(2)));
}

}  // namespace
}  // namespace ttsoak
