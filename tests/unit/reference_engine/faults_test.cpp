#include <algorithm>
#include <memory>

#include "gmock/gmock.h"
#include "reference_engine/faults/active_faults.h"
#include "reference_engine/faults/caches/bounded_shape_cache.h"
#include "reference_engine/faults/fault_table.h"
#include "reference_engine/faults/sound/warmup_staircase.h"

namespace ttsoak {
namespace {

const SpeechRequest kRequest{"Hi.", "slt"};

// How many of the first `requests` numbers a cache with this rate remembers.
int remembered(double rate, std::uint64_t requests) {
  ActiveFaults faults({{"bounded_text_cache", rate}});
  int count = 0;
  for (std::uint64_t sequence = 1; sequence <= requests; ++sequence) {
    const SpeechRequest request{std::to_string(sequence), "slt"};
    faults.on_done({sequence, request}, std::make_shared<Pcm>(1));
    if (faults.recall({sequence, request})) ++count;
  }
  return count;
}

TEST(ActiveFaults, RateIsTheShareOfRequestsThatSuffer) {
  EXPECT_EQ(remembered(0.0, 1000), 0);
  EXPECT_EQ(remembered(1.0, 1000), 1000);
  EXPECT_NEAR(remembered(0.25, 10000), 2500, 150);  // 3.5 standard deviations
}

TEST(ActiveFaults, EqualRunsFallIllAtEqualRequests) {
  EXPECT_EQ(remembered(0.5, 777), remembered(0.5, 777));
}

TEST(BoundedTextCache, TellsVoiceAndSpeedApart) {
  ActiveFaults faults({{"bounded_text_cache", 1.0}});
  const auto speech = std::make_shared<const Pcm>(1);
  faults.on_done({1, kRequest}, speech);

  EXPECT_EQ(faults.recall({2, kRequest}), speech);
  EXPECT_EQ(faults.recall({3, {"Hi.", "rms"}}), nullptr);
  EXPECT_EQ(faults.recall({4, {"Hi.", "slt", 2.0}}), nullptr);
}

TEST(BoundedShapeCache, KeepsEightLengthsAndNoMore) {
  BoundedShapeCache cache;
  for (std::uint64_t length = 1; length <= 20; ++length) {
    cache.on_start({length, {std::string(length, 'a'), "slt"}});
    EXPECT_EQ(cache.lengths(), std::min<std::uint64_t>(length, 8));
  }
}

TEST(WarmupStaircase, DoublesEvery25RequestsAndStopsAt32MiB) {
  constexpr std::size_t kMiB = std::size_t{1} << 20U;

  EXPECT_EQ(WarmupStaircase::arena_bytes_after(0), 0U);
  EXPECT_EQ(WarmupStaircase::arena_bytes_after(25), kMiB);
  EXPECT_EQ(WarmupStaircase::arena_bytes_after(26), 2 * kMiB);
  EXPECT_EQ(WarmupStaircase::arena_bytes_after(125), 16 * kMiB);
  EXPECT_EQ(WarmupStaircase::arena_bytes_after(126), 32 * kMiB);
  EXPECT_EQ(WarmupStaircase::arena_bytes_after(100000), 32 * kMiB);
}

TEST(FaultTable, LeaksSayWhatTheyHoldAndControlsAreBounded) {
  for (const FaultEntry& entry : fault_table()) {
    // A zombie has no size, and what the loader touches of a library is up to the library.
    const bool has_no_size = entry.name == "zombies" || entry.name == "unlinked_libraries";
    EXPECT_EQ(entry.is_leak && !has_no_size, entry.bytes_per_request > 0) << entry.name;
    EXPECT_NE(entry.make({"awb", "rms"}), nullptr) << entry.name;
  }
}

}  // namespace
}  // namespace ttsoak
