#include <sstream>

#include "gtest/gtest.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

// What the counters said when the program said what they should.
struct Step {
  std::string what;
  std::int64_t allocated_bytes = 0, allocated_blocks = 0, freed_bytes = 0, freed_blocks = 0;
};

Step parse(const std::string& line) {
  Step step;
  std::istringstream(line) >> step.what >> step.allocated_bytes >> step.allocated_blocks >>
      step.freed_bytes >> step.freed_blocks;
  return step;
}

// Compares the counters with the program's own books at each checkpoint.
void expect_exact_counters(const std::string& allocator, const std::string& leave_out,
                           int expected_steps) {
  const Boxes boxes;
  Target target({trap("every_allocation"), leave_out},
                boxes.environment({"TTSOAK_SAMPLE=65536"}, allocator));
  HeapSnapshot start;
  int steps = 0;
  bool counting = false;
  for (std::string line; !(line = target.read_line()).empty(); target.go_on()) {
    const Step step = parse(line);
    const HeapSnapshot now = snapshot_of(boxes.of(target.pid()));
    if (step.what == "start" || step.what == "again") {
      start = now;
      start.allocated_bytes -= step.allocated_bytes;
      start.allocated_blocks -= step.allocated_blocks;
      start.freed_bytes -= step.freed_bytes;
      start.freed_blocks -= step.freed_blocks;
      counting = true;
    }
    if (!counting) continue;
    SCOPED_TRACE(line);
    ++steps;
    EXPECT_EQ(now.allocated_bytes - start.allocated_bytes, step.allocated_bytes);
    EXPECT_EQ(now.allocated_blocks - start.allocated_blocks, step.allocated_blocks);
    EXPECT_EQ(now.freed_bytes - start.freed_bytes, step.freed_bytes);
    EXPECT_EQ(now.freed_blocks - start.freed_blocks, step.freed_blocks);
  }
  EXPECT_EQ(steps, expected_steps);
  const Ending ending = target.wait();
  EXPECT_EQ(ending.status, 0) << ending.errors;
  EXPECT_EQ(ending.errors, "");
}

TEST(TracerCounters, AgreeToTheByteWithEveryWayToAllocate) { expect_exact_counters("", "", 50); }

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
  expect_exact_counters(library_, GetParam().cannot, GetParam().steps);
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
