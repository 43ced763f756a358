#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "engine_live_heap.h"
#include "gmock/gmock.h"
#include "reference_engine/engine/engine.h"
#include "reference_engine/faults/fault_table.h"

namespace ttsoak {

// Of one unit, as glibc may hand out a block with up to 16 bytes more than asked for.
inline constexpr double kSlackBytes = 64.0;
// Over any number of requests that hold nothing: a few small blocks may differ.
inline constexpr std::int64_t kNothingBytes = 4096;

// An engine with one fault, and what requests to it leave behind.
class FaultCase : public ::testing::Test {
 protected:
  void infect_with(const std::string& fault) {
    engine_ = std::move(Engine::create({{}, {{fault, 1.0}}})).value();
    documented_ = static_cast<double>(find_fault(fault)->bytes_per_request);
  }

  void say(const std::string& text = "Hi.", const std::string& voice = "slt") {
    const Status failed = engine_->speak({text, voice, 4.0}, [](auto) { return true; });
    ASSERT_FALSE(failed.has_value()) << failed->message;
  }
  void say_times(int times) {
    for (int i = 0; i < times; ++i) say();
  }
  void refuse(const std::string& text, const std::string& voice) {
    ASSERT_TRUE(engine_->speak({text, voice}, [](auto) { return true; }).has_value());
  }
  void abort(const std::string& voice = "slt") {
    ASSERT_FALSE(engine_->speak({"Hi.", voice, 4.0}, [](auto) { return false; }).has_value());
  }

  // Each voice is used, which takes memory for the first time.
  void use_all_voices() {
    for (int i = 0; i < 20; ++i) {
      for (const std::string& voice : engine_->voices()) say("Hi.", voice);
    }
  }

  // What 60 different calls of `trigger` leave in the live heap, each; calls 1 to 20 are a warm-up.
  static double left_by_each(const std::function<void(int)>& trigger) {
    left_by([&] {
      for (int i = 1; i <= 20; ++i) trigger(i);
    });
    const std::int64_t left = left_by([&] {
      for (int i = 21; i <= 80; ++i) trigger(i);
    });
    return static_cast<double>(left) / 60;
  }

  std::unique_ptr<Engine> engine_;
  double documented_ = 0.0;
};

// A text of that many characters that sounds alike whatever its length.
inline std::string of_length(int characters) {
  return "Hi" + std::string(static_cast<std::size_t>(characters) - 2, '!');
}

// Skips a test of the heap's books where a sanitizer brings an allocator of its own.
class HeapFaultCase : public FaultCase {
 protected:
  void SetUp() override {
    if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  }
};

}  // namespace ttsoak
