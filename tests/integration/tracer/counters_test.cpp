#include <filesystem>

#include "gtest/gtest.h"
#include "tests/integration/tracer/boxes.h"
#include "tests/integration/tracer/exact_counters.h"

namespace ttsoak {
namespace {

TEST(TracerCounters, AgreeToTheByteWithEveryWayToAllocate) {
  expect_exact_counters({trap("every_allocation")}, 50);
}

TEST(TracerCounters, ProgramGoesOnAsIfItWereNotTraced) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({trap("every_allocation"), "bytes"}, boxes).status, 0);
}

struct Allocator {
  const char* name;
  const char* library;
  const char* cannot;
  int steps;
};

class TracerBeforeAnotherAllocator : public testing::TestWithParam<Allocator> {
 protected:
  void SetUp() override {
    library_ = std::string("/usr/lib/x86_64-linux-gnu/") + GetParam().library;
    if (!std::filesystem::exists(library_)) GTEST_SKIP() << "not installed: " << library_;
  }

  std::string library_;
};

TEST_P(TracerBeforeAnotherAllocator, CountersAgreeToTheByte) {
  expect_exact_counters({trap("every_allocation"), GetParam().cannot}, GetParam().steps, library_);
}

// jemalloc 5.3 has no pvalloc(), so glibc serves it, and jemalloc's free() crashes on the block.
// Debian's mimalloc ends the program where operator new would throw.
INSTANTIATE_TEST_SUITE_P(Debian, TracerBeforeAnotherAllocator,
                         testing::Values(Allocator{"jemalloc", "libjemalloc.so.2", "pvalloc", 48},
                                         Allocator{"tcmalloc", "libtcmalloc_minimal.so.4", "", 50},
                                         Allocator{"mimalloc", "libmimalloc.so.2.0", "bad_alloc",
                                                   50}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ttsoak
