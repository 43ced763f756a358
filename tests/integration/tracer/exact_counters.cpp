#include "tests/integration/tracer/exact_counters.h"

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

}  // namespace

void expect_exact_counters(const std::vector<std::string>& argv, int expected_checkpoints,
                           const std::string& preloaded_behind) {
  const Boxes boxes;
  Target target(argv, boxes.environment({"TTSOAK_SAMPLE=65536"}, preloaded_behind));
  HeapSnapshot start;
  int checkpoints = 0;
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
    ++checkpoints;
    EXPECT_EQ(now.allocated_bytes - start.allocated_bytes, step.allocated_bytes);
    EXPECT_EQ(now.allocated_blocks - start.allocated_blocks, step.allocated_blocks);
    EXPECT_EQ(now.freed_bytes - start.freed_bytes, step.freed_bytes);
    EXPECT_EQ(now.freed_blocks - start.freed_blocks, step.freed_blocks);
  }
  EXPECT_EQ(checkpoints, expected_checkpoints);
  const Ending ending = target.wait();
  EXPECT_EQ(ending.status, 0) << ending.errors;
  EXPECT_EQ(ending.errors, "");
}

}  // namespace ttsoak
