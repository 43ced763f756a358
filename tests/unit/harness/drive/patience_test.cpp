#include "harness/drive/patience.h"

#include <gtest/gtest.h>

#include <thread>

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

const Timeouts kTimeouts{1h, 2h, 3h};

TEST(Patience, EndsWithTheFirstByteAndThenWithTheWhole) {
  Patience patience(kTimeouts, {});
  const auto before = Patience::Clock::now();
  patience.start();
  EXPECT_GE(patience.limit(), before + 2h);
  EXPECT_LT(patience.limit(), before + 3h);
  patience.audio_comes();
  EXPECT_GE(patience.limit(), before + 3h);
  EXPECT_FALSE(patience.time_to_hang_up());
  EXPECT_FALSE(patience.is_over());
}

TEST(Patience, ThatEndsByTheClientsOwnWillIsTold) {
  Patience patience(kTimeouts, {Abort::after_time, 1ms});
  patience.start();
  std::this_thread::sleep_for(2ms);
  EXPECT_LE(patience.limit(), Patience::Clock::now());
  EXPECT_TRUE(patience.time_to_hang_up());
  EXPECT_TRUE(patience.is_over());
}

TEST(Patience, ASlowReadersRestsAreNotTheServersTime) {
  Patience patience(kTimeouts, {Abort::never, 0ms, 1000});
  patience.start();
  const auto limit = patience.limit();
  patience.rest_after(0);  // the clock of its pace starts
  const auto rest = patience.rest_after(500);
  EXPECT_GT(rest, 0ms);
  EXPECT_LE(rest, 500ms);
  EXPECT_EQ(patience.limit(), limit + rest);
  EXPECT_LT(patience.appetite(65536), 1000U);
}

TEST(Patience, AReaderThatIsNotSlowNeverRests) {
  Patience patience(kTimeouts, {});
  patience.start();
  EXPECT_EQ(patience.rest_after(1000000), 0ms);
  EXPECT_EQ(patience.appetite(65536), 65536U);
}

}  // namespace
}  // namespace ttsoak
