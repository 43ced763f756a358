// The tracer against another profiler that samples: jemalloc's own, with the same program.

#include <filesystem>

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"
#include "tests/integration/tracer_oracle/holdings.h"

namespace ttsoak {
namespace {

constexpr double kMega = 1 << 20;
constexpr double kAlike = 0.15;  // 4 % by how sizes are rounded, the rest five standard deviations
constexpr const char* kJemalloc = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";

std::filesystem::path only_file_in(const std::filesystem::path& directory) {
  const std::filesystem::directory_iterator files(directory);
  return files == std::filesystem::directory_iterator() ? "" : files->path();
}

class TracerOracle : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kJemalloc)) GTEST_SKIP() << "not installed: " << kJemalloc;
    if (find_program("addr2line").empty()) GTEST_SKIP() << "not installed: addr2line";
    const TempDirectory profiles;
    const Ending alone = run_target(
        {kProgram}, {std::string("LD_PRELOAD=") + kJemalloc,
                     "MALLOC_CONF=prof:true,prof_final:true,prof_accum:true,lg_prof_sample:12,"
                     "prof_prefix:" +
                         (profiles.path() / "heap").string()});
    ASSERT_EQ(alone.status, 0) << alone.errors;
    if (alone.errors.find("Invalid conf") != std::string::npos) {
      GTEST_SKIP() << "this jemalloc was built without its profiler: " << alone.errors;
    }
    jemalloc_ = read_jemalloc_profile(only_file_in(profiles.path()), kProgram);

    const Boxes boxes;
    const Ending traced = run_target(
        {kProgram}, boxes.environment({"TTSOAK_SAMPLE=4096", "TTSOAK_BUDGET=100000000"}));
    ASSERT_EQ(traced.status, 0) << traced.errors;
    tracer_ = read_black_box(boxes.only(), kProgram);
  }

  void expect_alike(double Holding::*what, const std::vector<std::string>& names) const {
    ASSERT_EQ(names_by(tracer_, what, kMega), names);
    ASSERT_EQ(names_by(jemalloc_, what, kMega), names);
    for (const std::string& name : names) {
      EXPECT_NEAR(tracer_.at(name).*what / (jemalloc_.at(name).*what), 1, kAlike) << name;
      RecordProperty(name, std::to_string(tracer_.at(name).*what / (jemalloc_.at(name).*what)));
    }
  }

  static constexpr const char* kProgram = TTSOAK_BINARY_DIR "/bin/tracer_oracle_program";
  Holdings tracer_, jemalloc_;
};

TEST_F(TracerOracle, HoldsTheSameStacksInTheSameOrderAndWhatWasFreedInNone) {
  expect_alike(&Holding::live_bytes,
               {"make_block < load_voices < main", "make_block < cache_audio < main",
                "index_texts < main", "grow_queues < main", "remember_requests < main"});
}

TEST_F(TracerOracle, CountsWhatWasAllocatedAlikeFreedOrNot) {
  expect_alike(&Holding::allocated_bytes,
               {"borrow_buffers < main", "make_block < load_voices < main",
                "make_block < cache_audio < main", "grow_queues < main", "index_texts < main",
                "remember_requests < main"});
}

}  // namespace
}  // namespace ttsoak
