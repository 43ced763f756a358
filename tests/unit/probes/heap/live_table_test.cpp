#include "probes/heap/live_table.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace ttsoak {
namespace {

using namespace blackbox;

TEST(LiveTable, SamplesOfAllBucketsAreSeenWhateverTheCapacity) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "1-1.blackbox";
  SyntheticBox box({.buckets = 1500});  // one chunk and a part of the next
  for (std::uint64_t i = 0; i < 1500; ++i) {
    box.add_sample(3000 + i, {0, 0, pack_sample(64, Kind::python, 0)});
  }
  box.save(path);

  const LiveSums sums = sum_live_samples(BoxFile::open(path).value(), 1, 1024).value();

  EXPECT_EQ(sums.samples, 1500);
  EXPECT_EQ(sums.stacks[0].bytes, 1500 * 64);
}

}  // namespace
}  // namespace ttsoak
