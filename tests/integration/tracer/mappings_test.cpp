#include <sstream>

#include "gtest/gtest.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

std::int64_t mapped_bytes(const BlackboxReader& box) {
  double sum = 0;
  for (const StackFigures& stack : snapshot_of(box).stacks) sum += stack.mapped_bytes;
  return static_cast<std::int64_t>(sum);
}

TEST(TracerMappings, AgreeWithTheProgramHoweverItCutsThem) {
  const Boxes boxes;
  Target target({trap("maps_memory")}, boxes.environment());
  int steps = 0;
  for (std::string line; !(line = target.read_line()).empty(); target.go_on()) {
    std::string what;
    std::int64_t mapped = 0;
    std::istringstream(line) >> what >> mapped;
    const BlackboxReader box = boxes.of(target.pid());
    ++steps;
    if (what == "more_than_there_is_room_for") {
      EXPECT_GT(header_of(box).losses.mapping_table_full, 2000U);
      EXPECT_GT(mapped_bytes(box), 2000 * 4096);
    } else {
      EXPECT_EQ(mapped_bytes(box), mapped) << what;
      EXPECT_EQ(header_of(box).losses.mapping_table_full, 0U);
    }
  }
  EXPECT_EQ(steps, 20);
  EXPECT_EQ(target.wait().status, 0);
}

TEST(TracerMappings, ProgramGoesOnAsIfItWereNotTraced) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({trap("maps_memory")}, boxes).status, 0);
}

}  // namespace
}  // namespace ttsoak
