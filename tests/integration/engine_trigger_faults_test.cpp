#include <string>
#include <vector>

#include "engine_fault_case.h"
#include "engine_http_client.h"
#include "gmock/gmock.h"

// Faults that only a part of the traffic triggers: what they hold for it, and that they hold
// nothing for the rest.
namespace ttsoak {
namespace {

class TriggerFault : public HeapFaultCase {
 protected:
  void infect_with(const std::string& fault) {
    HeapFaultCase::infect_with(fault);
    use_all_voices();
  }
};

std::string mix(int number) { return "slt(2)+rms(0." + std::to_string(number) + "1)"; }
TEST_F(TriggerFault, VoiceMixCacheHoldsItsBytesForEachMixNotSeenBefore) {
  infect_with("voice_mix_cache");

  EXPECT_NEAR(left_by_each([&](int i) { say("Hi.", mix(i)); }), documented_, kSlackBytes);
  EXPECT_NEAR(left_by_each([&](int i) { abort("awb" + std::string("+") + mix(i)); }), documented_,
              kSlackBytes);
}

TEST_F(TriggerFault, VoiceMixCacheHoldsNothingForPlainVoicesKnownMixesAndRefusals) {
  infect_with("voice_mix_cache");
  const auto others = [&] {
    use_all_voices();
    for (int i = 0; i < 20; ++i) say("Hi.", mix(1));
    for (int i = 0; i < 20; ++i) refuse("Hi.", "nobody+" + mix(i));
  };
  left_by(others);

  EXPECT_LT(left_by(others), kNothingBytes);
}

TEST_F(TriggerFault, StoredExceptionHoldsItsBytesForEachUnknownVoice) {
  infect_with("stored_exception");

  EXPECT_NEAR(left_by_each([&](int) { refuse("Hi.", "nobody"); }), documented_, kSlackBytes);
}

TEST_F(TriggerFault, StoredExceptionHoldsNothingForOtherRefusalsAndForWhatIsServed) {
  infect_with("stored_exception");
  const auto others = [&] {
    use_all_voices();
    for (int i = 0; i < 20; ++i) {
      refuse("", "slt");
      refuse(std::string(kMaxCharacters + 1, 'a'), "slt");
      abort("slt");
    }
  };
  left_by(others);

  EXPECT_LT(left_by(others), kNothingBytes);
}

TEST_F(TriggerFault, ShapeCacheHoldsItsBytesForEachLengthNotSeenBefore) {
  infect_with("shape_cache");

  EXPECT_NEAR(left_by_each([&](int i) { say(of_length(10 + i), "slt"); }), documented_,
              kSlackBytes);
}

TEST_F(TriggerFault, ShapeCacheHoldsNothingForKnownLengthsWhateverTheText) {
  infect_with("shape_cache");
  const auto others = [&] {
    for (const char* text : {"Hi.", "No.", "Go!", "Öl."}) say(text, "slt");
    abort("slt");
    refuse("A longer text.", "nobody");
  };
  left_by(others);

  EXPECT_LT(left_by(others), kNothingBytes);
}

TEST_F(TriggerFault, BoundedShapeCacheIsFullAtEightLengths) {
  infect_with("bounded_shape_cache");
  const auto lengths = [&](int from, int to) {
    return left_by([&] {
      for (int i = from; i < to; ++i) say(of_length(i), "slt");
    });
  };
  EXPECT_GT(lengths(10, 17), 7 * 96 * 1024);  // beside the one of use_all_voices()

  EXPECT_LT(lengths(17, 60), kNothingBytes);
}

TEST_F(TriggerFault, OneVoiceHoldsItsBytesForEachRequestInTheSecondVoice) {
  infect_with("one_voice");
  ASSERT_EQ(engine_->voices()[1], "rms");

  EXPECT_NEAR(left_by_each([&](int) { say("Hi.", "rms"); }), documented_, kSlackBytes);
  EXPECT_NEAR(left_by_each([&](int) { say("Hi.", "rms(2)+slt(1)"); }), documented_, kSlackBytes);
}

TEST_F(TriggerFault, OneVoiceHoldsNothingForOtherVoicesAbortsAndRefusals) {
  infect_with("one_voice");
  const auto others = [&] {
    for (int i = 0; i < 20; ++i) {
      say("Hi.", "slt");
      say("Hi.", "awb");
      say("Hi.", "rms(1)+slt(2)");
      abort("rms");
      refuse("", "rms");
    }
  };
  left_by(others);

  EXPECT_LT(left_by(others), kNothingBytes);
}

// Over HTTP the server takes memory of its own: a coarser look.
TEST(TriggerFaultOverHttp, RefusalsAndMixesCountToo) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  RunningServer server({{"stored_exception", 1.0}, {"voice_mix_cache", 1.0}});
  HttpClient client(server.port());
  const auto post = [&](const std::string& text, const std::string& voice) {
    const auto response =
        client.post(R"({"input":")" + text + R"(","speed":4,"voice":")" + voice + R"("})");
    return response.result_int();
  };
  const auto growth = [&](const std::function<void(int)>& request) {
    const std::int64_t before = live_heap_bytes();
    for (int i = 0; i < 50; ++i) request(i);
    return static_cast<double>(live_heap_bytes() - before) / 50;
  };
  const auto others = [&](int) {
    EXPECT_EQ(post("Hi.", "slt"), 200U);
    EXPECT_EQ(post(" ", "nobody"), 400U);  // of two defects the first one counts
  };
  growth(others);

  EXPECT_NEAR(growth([&](int) { EXPECT_EQ(post("Hi.", "nobody"), 400U); }),
              static_cast<double>(find_fault("stored_exception")->bytes_per_request), 2000.0);
  EXPECT_NEAR(growth([&](int i) { EXPECT_EQ(post("Hi.", mix(i)), 200U); }),
              static_cast<double>(find_fault("voice_mix_cache")->bytes_per_request), 2000.0);
  EXPECT_LT(growth(others), 2000.0);
}

}  // namespace
}  // namespace ttsoak
