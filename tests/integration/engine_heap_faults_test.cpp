#include <chrono>
#include <string>

#include "engine_fault_case.h"
#include "gmock/gmock.h"
#include "reference_engine/faults/active_faults.h"
#include "reference_engine/faults/leaks/late_onset.h"
#include "reference_engine/faults/leaks/slower_replies.h"
#include "reference_engine/faults/sound/cycle_collected.h"
#include "reference_engine/faults/sound/longest_text.h"
#include "reference_engine/faults/sound/overwritten_state.h"
#include "reference_engine/faults/sound/writer_per_voice.h"

// Faults of the heap that every request suffers from, and the sound habits that look like them.
namespace ttsoak {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20U;

class HeapFault : public HeapFaultCase {
 protected:
  void expect_its_bytes_for_each_request_and_none_for_aborts(const std::string& fault,
                                                             double slack = kSlackBytes) {
    infect_with(fault);
    EXPECT_NEAR(left_by_each([&](int) { say(); }), documented_, slack);
    left_by([&] { abort(); });
    EXPECT_LT(left_by([&] {
                for (int i = 0; i < 20; ++i) abort();
              }),
              kNothingBytes);
  }
};

TEST_F(HeapFault, ViewOfBufferHoldsItsBytesForEachRequestAndNoneForAborts) {
  expect_its_bytes_for_each_request_and_none_for_aborts("view_of_buffer");
}

TEST_F(HeapFault, SmallNativeLeakHoldsItsBytesForEachRequestAndNoneForAborts) {
  expect_its_bytes_for_each_request_and_none_for_aborts("small_native_leak");
}

TEST_F(HeapFault, SlowerRepliesHoldsItsBytesForEachRequestAndNoneForAborts) {
  expect_its_bytes_for_each_request_and_none_for_aborts("slower_replies");
}

TEST_F(HeapFault, SlowReaderBuffersHoldsItsBytesForEachRequestAndNoneForAborts) {
  expect_its_bytes_for_each_request_and_none_for_aborts("slow_reader_buffers");
}

TEST_F(HeapFault, BigNativeLeakHoldsItsBytesForEachRequest) {
  infect_with("big_native_leak");
  say();

  // To a page: where free heap above the mmap threshold lies about, glibc may take that instead.
  EXPECT_NEAR(static_cast<double>(left_by([&] { say_times(5); })) / 5, documented_, 4096.0);
}

TEST_F(HeapFault, LateOnsetHoldsNothingForThreeHundredRequestsAndThenItsBytesForEach) {
  infect_with("late_onset");
  left_by([&] { say_times(100); });
  const int healthy = static_cast<int>(LateOnset::kHealthyRequests) - 100;
  EXPECT_LT(left_by([&] { say_times(healthy); }), kNothingBytes);

  EXPECT_NEAR(left_by_each([&](int) { say(); }), documented_, kSlackBytes);
}

TEST_F(HeapFault, OverwrittenStateHoldsThatOfTheLastTextAlone) {
  infect_with("overwritten_state");
  left_by([&] { say_times(20); });
  const auto bytes = [](int characters) {
    return static_cast<double>(characters) * OverwrittenState::kBytesPerCharacter;
  };
  EXPECT_NEAR(static_cast<double>(left_by([&] { say(of_length(503)); })), bytes(500), 8192.0);
  EXPECT_NEAR(static_cast<double>(left_by([&] { say(of_length(503)); })), 0.0, 8192.0);
  EXPECT_NEAR(static_cast<double>(left_by([&] { say("Hi."); })), bytes(-500), 8192.0);
}

TEST_F(HeapFault, LongestTextHoldsThatOfTheLongestSoFar) {
  infect_with("longest_text");
  left_by([&] { say_times(20); });
  const double grown = 500.0 * LongestText::kBytesPerCharacter;

  EXPECT_NEAR(static_cast<double>(left_by([&] { say(of_length(503)); })), grown, 8192.0);
  EXPECT_NEAR(static_cast<double>(left_by([&] {
                say("Hi.");
                say(of_length(400));
                say(of_length(503));
              })),
              0.0, 8192.0);
}

TEST_F(HeapFault, WriterPerVoiceHoldsOneForEachVoiceThatHasSpoken) {
  infect_with("writer_per_voice");
  EXPECT_GE(left_by([&] { use_all_voices(); }), 3 * kMiB);

  EXPECT_LT(left_by([&] {
              use_all_voices();
              for (int i = 1; i < 20; ++i) say("Hi.", "slt+rms(0." + std::to_string(i) + ")");
            }),
            kNothingBytes);
}

TEST_F(HeapFault, CycleCollectedIsASawtooth) {
  infect_with("cycle_collected");
  const int period = static_cast<int>(CycleCollected::kPeriod);
  left_by([&] { say_times(period); });

  EXPECT_GE(left_by([&] { say_times(period - 1); }), 59 * 64 * 1024);
  EXPECT_LT(left_by([&] {
              say_times(1);  // the collection
              say_times(3 * period - 1);
            }),
            64 * 1024);
  EXPECT_LT(left_by([&] {
              say_times(1);
              say_times(4 * period - 1);
            }),
            kNothingBytes);
}

// What a worker of the pool leaves is free: three megabytes resident for each and no live heap.
TEST_F(HeapFault, ArenaPerThreadIsFreeMemoryAndEndsWithThePool) {
  infect_with("arena_per_thread");
  say_times(5);
  const std::int64_t live = live_heap_bytes();
  const std::int64_t resident = resident_bytes();
  say_times(200);
  const std::int64_t full = resident_bytes();
  EXPECT_LT(live_heap_bytes() - live, kMiB);
  EXPECT_GT(full - resident, 30 * kMiB);
  say_times(200);

  EXPECT_LT(resident_bytes() - full, 10 * kMiB);
}

TEST(SlowerReplies, WaitLongerForEachReplyUpToAQuarterOfASecond) {
  ActiveFaults faults({{"slower_replies", 1.0}});
  const SpeechRequest request{"Hi.", "slt"};
  const auto speech = std::make_shared<const Pcm>(1);
  EXPECT_EQ(faults.delay({1, request}), std::chrono::microseconds(0));
  for (std::uint64_t sequence = 1; sequence <= 100; ++sequence) {
    faults.on_done({sequence, request}, speech);
  }
  EXPECT_EQ(faults.delay({101, request}), 100 * SlowerReplies::kStep);
  for (std::uint64_t sequence = 101; sequence <= 2000; ++sequence) {
    faults.on_done({sequence, request}, speech);
  }
  EXPECT_EQ(faults.delay({2001, request}), SlowerReplies::kLongest);
}

}  // namespace
}  // namespace ttsoak
