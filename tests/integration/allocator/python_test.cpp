// Memory of Python's own allocator, against its own books.

#include <sstream>

#include "gmock/gmock.h"
#include "tests/integration/allocator/looks.h"

namespace ttsoak {
namespace {

using testing::StartsWith;

// What the program says untraced: wrapped, pymalloc keeps no books.
struct Books {
  double live_bytes = 0, arena_bytes = 0;
};

Books books_of(const Ending& ending) {
  Books books;
  std::string ready;
  std::istringstream(ending.output) >> ready >> books.live_bytes >> books.arena_bytes;
  return books;
}

TEST(PythonArenas, LiveBlocksAreThoseOfItsOwnBooks) {
  const std::string python = find_program("python3");
  if (python.empty()) GTEST_SKIP() << "no python3";
  const std::string script = TTSOAK_SOURCE_DIR "/tests/programs/allocator/holds_objects.py";
  const Books books = books_of(run_target({python, script}, {"PYTHONMALLOC=pymalloc"}));
  ASSERT_GT(books.live_bytes, 0);
  const Boxes boxes;
  Target target({python, script}, boxes.environment({"PYTHONMALLOC=pymalloc"}));
  ASSERT_THAT(target.read_line(), StartsWith("ready"));
  const MemorySplit split = look(boxes, target, Thoroughness::walk).split;
  EXPECT_TRUE(split.exact) << described(split);
  EXPECT_EQ(sum_of(split), split.rss_bytes);
  EXPECT_NEAR(static_cast<double>(split.unexplained_bytes), 0,
              0.05 * static_cast<double>(split.rss_bytes))
      << described(split);
  EXPECT_NEAR(static_cast<double>(split.python_live_bytes), books.live_bytes,
              0.02 * books.live_bytes)
      << described(split);
  // All of them touched but for the ends of the newest.
  const auto resident = static_cast<double>(split.python_live_bytes + split.python_free_bytes);
  EXPECT_LE(resident, 1.03 * books.arena_bytes) << described(split);
  EXPECT_GT(resident, 0.9 * books.arena_bytes) << described(split);
  EXPECT_GT(split.python_free_bytes, 5 * split.python_live_bytes);
  EXPECT_EQ(target.wait().status, 0);
}

}  // namespace
}  // namespace ttsoak
