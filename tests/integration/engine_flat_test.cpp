#include <functional>
#include <thread>
#include <vector>

#include "engine_live_heap.h"
#include "gmock/gmock.h"
#include "reference_engine/engine/engine.h"

namespace ttsoak {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

std::unique_ptr<Engine> healthy_engine() {
  auto engine = Engine::create({});
  EXPECT_TRUE(engine.ok()) << engine.error().message;
  return std::move(engine).value();
}

// The length in samples; fails the test if the request fails.
std::size_t samples_of(Engine& engine, const SpeechRequest& request) {
  std::size_t samples = 0;
  const Status failed = engine.speak(request, [&](std::span<const std::int16_t> pcm) {
    samples += pcm.size();
    return true;
  });
  EXPECT_FALSE(failed.has_value());
  return samples;
}

TEST(Engine, LoadsTheVoicesTheBuildWrote) {
  const auto engine = healthy_engine();

  EXPECT_THAT(engine->voices(), ::testing::ElementsAre("awb", "rms", "slt"));
  for (const std::string& voice : engine->voices()) {
    EXPECT_EQ(engine->sample_rate(voice).value(), 16000);
    const auto samples = samples_of(*engine, {"Hello there.", voice});
    EXPECT_GT(samples, 12000U) << voice;  // 0.75 s
    EXPECT_LT(samples, 24000U) << voice;
  }
}

TEST(Engine, MissingVoiceDirectoryIsAnErrorThatNamesIt) {
  const auto engine = Engine::create({"/no/such/voices", {}});

  ASSERT_FALSE(engine.ok());
  EXPECT_THAT(engine.error().message, HasSubstr("/no/such/voices"));
}

TEST(Engine, HandsOutEachSentenceOnItsOwn) {
  const auto engine = healthy_engine();
  int sentences = 0;
  const Status failed = engine->speak({"One. Two! Three?", "slt"}, [&](auto pcm) {
    EXPECT_GT(pcm.size(), 0U);
    return ++sentences < 2;
  });

  EXPECT_FALSE(failed.has_value());
  EXPECT_EQ(sentences, 2);  // it stopped where the sink said so
}

TEST(Engine, SpeedStretchesTheAudio) {
  const auto engine = healthy_engine();
  const auto normal = static_cast<double>(samples_of(*engine, {"Hello there, world.", "slt"}));

  EXPECT_NEAR(static_cast<double>(samples_of(*engine, {"Hello there, world.", "slt", 0.5})),
              2 * normal, 0.1 * normal);
  EXPECT_NEAR(static_cast<double>(samples_of(*engine, {"Hello there, world.", "slt", 4.0})),
              normal / 4, 0.1 * normal);
}

TEST(Engine, SpeaksOddTextWithoutWords) {
  const auto engine = healthy_engine();
  for (const std::string text : {"!!!", "你好。", "😀", "%s%n", "\x01\x02", "$", "\xff\xfe"}) {
    EXPECT_GT(samples_of(*engine, {text, "rms", 4.0}), 0U) << text;
  }
}

// flite alone would overrun a buffer.
TEST(Engine, SpeaksWordsAndPunctuationOfAnyLength) {
  const auto engine = healthy_engine();
  for (const char c : {'!', '.', '"', '(', 'a', '-'}) {
    EXPECT_GT(samples_of(*engine, {"Hi" + std::string(1500, c), "slt", 4.0}), 0U) << c;
  }
}

TEST(Engine, FourThreadsHearWhatOneHears) {
  const auto engine = healthy_engine();
  const std::vector<std::string> texts = {"Dr. Smith paid $3.50.", "Hello there.", "Zxqvbl, 1999!"};
  std::vector<std::size_t> expected;
  expected.reserve(texts.size());
  for (const std::string& text : texts) expected.push_back(samples_of(*engine, {text, "slt", 2.0}));

  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (std::size_t n = 0; n < 12; ++n) {
        const std::size_t which = n % texts.size();
        EXPECT_EQ(samples_of(*engine, {texts[which], "slt", 2.0}), expected[which]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Live heap at the trough after each of 20 cycles of 1,000 equal requests.
TEST(Engine, LiveHeapIsTheSameToTheByteAfter20000Requests) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  const auto engine = healthy_engine();
  const std::vector<std::string> texts = {"Hi.", "No!", "3.50", "Go on, Al."};
  std::function<void()> cycle = [&] {
    for (std::size_t n = 0; n < 1000; ++n) {
      const auto& voice = engine->voices()[n / texts.size() % engine->voices().size()];
      ASSERT_GT(samples_of(*engine, {texts[n % texts.size()], voice, 4.0}), 0U);
    }
  };
  std::vector<std::int64_t> troughs;
  troughs.reserve(20);
  for (int i = 0; i < 20; ++i) {
    run_apart(cycle);
    troughs.push_back(live_heap_bytes());
  }

  EXPECT_EQ(engine->requests(), 20000U);
  EXPECT_THAT(troughs, Each(troughs.front()));
}

}  // namespace
}  // namespace ttsoak
