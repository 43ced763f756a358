#include <fstream>
#include <iostream>
#include <random>

#include "reports/record/record_reader.h"
#include "tests/unit/reports/record/record_fixture.h"

namespace ttsoak {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kMemoryIsOurs = false;  // sanitizers keep freed memory and shadow of their own
#else
constexpr bool kMemoryIsOurs = true;
#endif

std::int64_t own_rss_bytes() {
  std::int64_t size = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * ::sysconf(_SC_PAGESIZE);
}

TEST(RecordWriter, MemoryStaysFlatOverAMillionRequests) {
  if (!kMemoryIsOurs) GTEST_SKIP() << "measured without sanitizers only";
  constexpr std::int64_t kRequests = 1000000;
  RunDirectory directory;
  auto writer = start_record(directory);
  std::int64_t after_warm_up = 0;
  std::int64_t highest = 0;
  for (std::int64_t i = 0; i < kRequests; ++i) {
    writer->record(
        answered(static_cast<int>(i / 1000) + 1, ms(i), std::chrono::microseconds(5000)));
    if (i == 100000) after_warm_up = own_rss_bytes();
    if (i > 100000 && i % 1000 == 0) highest = std::max(highest, own_rss_bytes());
  }
  ASSERT_FALSE(writer->finish(ms(kRequests), "completed"));
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(directory.file()));
  std::cout << "growth " << (highest - after_warm_up) / 1024 << " KiB, " << size / kRequests
            << " bytes of record per request\n";

  // What waits for the disk varies with the machine, between nothing and some MiB.
  EXPECT_LT(highest - after_warm_up, std::int64_t{8} << 20);
  EXPECT_LT(size / kRequests, 100);
}

// A fiftieth of three days, at the times and sizes of the third day, where numbers are longest.
TEST(RunRecord, ThreeDaysAtDefaultRatesStayBelow300Megabytes) {
  constexpr std::int64_t kShare = 50;
  constexpr std::int64_t kSeconds = std::int64_t{3} * 86400 / kShare;
  constexpr std::int64_t kGiB = std::int64_t{1} << 30;
  RunDirectory directory;
  auto writer = start_record(directory);
  std::mt19937_64 random(5);
  writer->record(process(0, ProcessRole::root));
  for (std::int64_t s = 0; s < kSeconds; ++s) {
    const RunTime now = ms((std::int64_t{2} * 86400 + s) * 1000);
    for (std::int64_t tick = 0; tick < 10; ++tick) {
      const auto noise = static_cast<std::int64_t>(random() % 4096) * 4096;
      writer->record(RssSample{0, now + ms(tick * 100), 5 * kGiB + noise});
    }
    writer->record(StatusSample{0, now, 5 * kGiB, 4 * kGiB, kGiB, 65536, 0, 40, 9 * s});
    writer->record(answered(static_cast<int>(s / 25) + 1, now, ms(700)));
    if (s % 60 != 0) continue;
    writer->record(ResourceSnapshot{0, 1, now, 5 * kGiB, kGiB, kGiB, kGiB, 30, 1, 20, 2, 5});
    writer->record(CycleMark{static_cast<int>(s / 60) + 1, now, now, now, QuiesceEnd::steady, 60, 0,
                             random(), 5 * kGiB, 0});
  }
  ASSERT_FALSE(writer->finish(ms(std::int64_t{3} * 86400 * 1000), "completed"));
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(directory.file()));
  std::cout << "three days: " << size * kShare / 1000000 << " MB\n";

  EXPECT_LT(size * kShare, 300000000);
}

}  // namespace
}  // namespace ttsoak
