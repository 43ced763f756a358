#include "harness/run/quiesce.h"

#include <gtest/gtest.h>

#include <thread>

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kMiB = 1 << 20;

// Feeds a log from a thread until it goes out of scope: `shape(i)` bytes at the i-th sample.
class Feeder {
 public:
  Feeder(TreeRssLog& log, const RunClock& clock, std::function<std::int64_t(int)> shape)
      : thread_([this, &log, clock, shape = std::move(shape)] {
          for (int i = 0; !done_; ++i) {
            log.add(clock.now(), shape(i));
            std::this_thread::sleep_for(10ms);
          }
        }) {}
  Feeder(const Feeder&) = delete;
  Feeder& operator=(const Feeder&) = delete;
  ~Feeder() {
    done_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> done_{false};
  std::thread thread_;
};

TEST(Quiesce, FlatMemoryIsSteady) {
  TreeRssLog log;
  const RunClock clock;
  const std::atomic<bool> stop{false};
  const Feeder feeder(log, clock, [](int) { return 100 * kMiB; });
  const Trough trough = quiesce({200ms, 20s, kMiB}, log, clock, stop);
  EXPECT_EQ(trough.end, QuiesceEnd::steady);
  EXPECT_EQ(trough.rss_bytes, 100 * kMiB);
}

TEST(Quiesce, TakesTheTroughAfterMemoryHasFallen) {
  TreeRssLog log;
  const RunClock clock;
  const std::atomic<bool> stop{false};
  const Feeder feeder(log, clock, [](int i) { return (100 + std::max(0, 50 - i)) * kMiB; });
  const Trough trough = quiesce({300ms, 20s, kMiB / 2}, log, clock, stop);
  EXPECT_EQ(trough.end, QuiesceEnd::steady);
  EXPECT_EQ(trough.rss_bytes, 100 * kMiB);
}

TEST(Quiesce, MemoryThatNeverRestsEndsAtTheLimit) {
  TreeRssLog log;
  const RunClock clock;
  const std::atomic<bool> stop{false};
  const Feeder feeder(log, clock, [](int i) { return (i % 2 == 0 ? 100 : 200) * kMiB; });
  const Trough trough = quiesce({200ms, 600ms, kMiB}, log, clock, stop);
  EXPECT_EQ(trough.end, QuiesceEnd::limit);
  EXPECT_EQ(trough.rss_bytes, 100 * kMiB);
}

TEST(Quiesce, NoSamplesAreNotTakenForSteadyOnes) {
  const TreeRssLog log;
  const std::atomic<bool> stop{false};
  EXPECT_EQ(quiesce({100ms, 300ms, kMiB}, log, RunClock(), stop).end, QuiesceEnd::limit);
}

TEST(Quiesce, StopCutsItShort) {
  const TreeRssLog log;
  const std::atomic<bool> stop{true};
  EXPECT_EQ(quiesce({1h, 2h, kMiB}, log, RunClock(), stop).end, QuiesceEnd::limit);
}

}  // namespace
}  // namespace ttsoak
