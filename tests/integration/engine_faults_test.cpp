#include <malloc.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "engine_live_heap.h"
#include "gmock/gmock.h"
#include "reference_engine/engine/engine.h"
#include "reference_engine/faults/fault_table.h"
#include "reference_engine/faults/sound/warmup_staircase.h"
#include "reference_engine/faults/system/temp_files.h"

namespace ttsoak {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20U;
// What the engine itself may still take while warming up, over a hundred requests and more.
constexpr std::int64_t kWarmUpBytes = 96'000;

std::unique_ptr<Engine> engine_with(const std::string& fault) {
  auto engine = Engine::create({{}, {{fault, 1.0}}});
  EXPECT_TRUE(engine.ok()) << engine.error().message;
  return std::move(engine).value();
}

void speak(Engine& engine, int requests, bool abort = false) {
  for (int i = 0; i < requests; ++i) {
    ASSERT_FALSE(engine.speak({"Hi.", "slt", 4.0}, [&](auto) { return !abort; }).has_value());
  }
}

// Growth of the live heap over `requests`, after a warm-up of as many.
std::int64_t growth(Engine& engine, int requests, bool abort = false) {
  speak(engine, requests, abort);
  const std::int64_t before = live_heap_bytes();
  speak(engine, requests, abort);
  return live_heap_bytes() - before;
}

TEST(TextCacheFault, HoldsItsDocumentedBytesForEachRequest) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  const auto engine = engine_with("text_cache");
  const auto documented = find_fault("text_cache")->bytes_per_request;

  // Whole slabs of 16.
  EXPECT_NEAR(static_cast<double>(growth(*engine, 192)) / 192, static_cast<double>(documented),
              500.0);
}

TEST(TextCacheFault, GrowthIsResident) {
  const auto engine = engine_with("text_cache");
  speak(*engine, 100);
  const std::int64_t before = resident_bytes();
  speak(*engine, 200);

  EXPECT_GT(resident_bytes() - before, 200 * 60000);
}

TEST(AbortStateFault, HoldsItsDocumentedBytesForEachAbortAndNothingForOthers) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  const auto engine = engine_with("abort_state");
  const auto documented = find_fault("abort_state")->bytes_per_request;

  EXPECT_NEAR(static_cast<double>(growth(*engine, 200, true)) / 200,
              static_cast<double>(documented), 500.0);
  EXPECT_LT(growth(*engine, 200), kWarmUpBytes);
}

TEST(BoundedTextCacheFault, FillsAndThenStaysEqual) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  const auto engine = engine_with("bounded_text_cache");
  const auto distinct = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      // Texts of one length and one sound, so that entries are of one size.
      std::string text = "Hi";
      for (int bit = 0; bit < 12; ++bit) text += (i >> bit) % 2 == 0 ? '!' : '?';
      ASSERT_FALSE(engine->speak({text, "slt", 4.0}, [](auto) { return true; }).has_value());
    }
  };
  distinct(0, 256);
  const std::int64_t full = live_heap_bytes();
  distinct(256, 1280);

  EXPECT_LT(live_heap_bytes() - full, kWarmUpBytes);
}

TEST(BoundedTextCacheFault, RepeatsTheVeryAudioOfTheFirstTime) {
  const auto engine = engine_with("bounded_text_cache");
  std::vector<Pcm> heard;
  for (int i = 0; i < 2; ++i) {
    heard.emplace_back();
    const Status failed = engine->speak({"One. Two.", "slt"}, [&](auto pcm) {
      heard.back().insert(heard.back().end(), pcm.begin(), pcm.end());
      return true;
    });
    ASSERT_FALSE(failed.has_value());
  }

  EXPECT_EQ(heard[0], heard[1]);  // flite's noise differs from one synthesis to the next
}

// Resident growth of the whole course, then what a trim returns of it.
struct Retention {
  std::int64_t live = 0;
  std::int64_t resident = 0;
  std::int64_t later_resident = 0;  // over as many requests again
  std::int64_t trimmed = 0;
};

Retention course_of(const std::string& fault) {
  const auto engine = engine_with(fault);
  ::malloc_trim(0);
  const std::int64_t live = live_heap_bytes();
  const std::int64_t resident = resident_bytes();
  speak(*engine, 700);
  Retention course;
  course.live = live_heap_bytes() - live;
  const std::int64_t full = resident_bytes();
  course.resident = full - resident;
  speak(*engine, 700);
  const std::int64_t later = resident_bytes();
  course.later_resident = later - full;
  ::malloc_trim(0);
  course.trimmed = later - resident_bytes();
  return course;
}

TEST(PinnedBuffersFault, IsRetentionThatATrimReturns) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  const Retention course = course_of("pinned_buffers");

  EXPECT_LT(course.live, kMiB);
  EXPECT_GT(course.resident, 50 * kMiB);
  EXPECT_LT(course.later_resident, 20 * kMiB);
  EXPECT_GT(course.trimmed, 50 * kMiB);
}

TEST(PinnedPagesFault, IsRetentionThatNoTrimReturns) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  const Retention course = course_of("pinned_pages");

  EXPECT_LT(course.live, 2 * kMiB);
  EXPECT_GT(course.resident, 24 * kMiB);
  EXPECT_LT(course.later_resident, 10 * kMiB);
  EXPECT_LT(course.trimmed, 6 * kMiB);
}

TEST(WarmupStaircaseFault, HoldsWhatItsFormulaSays) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  const auto engine = engine_with("warmup_staircase");
  speak(*engine, 20);
  const std::int64_t before = live_heap_bytes();
  for (const int requests : {30, 100, 300}) {
    speak(*engine, requests - static_cast<int>(engine->requests()));
    const auto arena =
        WarmupStaircase::arena_bytes_after(engine->requests()) - WarmupStaircase::kFirstBytes;
    EXPECT_NEAR(static_cast<double>(live_heap_bytes() - before), static_cast<double>(arena),
                static_cast<double>(kWarmUpBytes));
  }
}

TEST(TempFilesFault, LeavesOneFileOfItsDocumentedSizeForEachRequest) {
  const auto directory = std::filesystem::path(::testing::TempDir()) /
                         ("engine_temp_files-" + std::to_string(::getpid()));
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  ::setenv("TMPDIR", directory.c_str(), 1);
  const auto engine = engine_with("temp_files");

  speak(*engine, 5);

  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    ++files;
    EXPECT_EQ(entry.path().filename().string().rfind(TempFiles::kPrefix, 0), 0U);
    EXPECT_EQ(static_cast<std::int64_t>(entry.file_size()), TempFiles::kBytesPerRequest);
  }
  EXPECT_EQ(files, 5);
  ::unsetenv("TMPDIR");
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace ttsoak
