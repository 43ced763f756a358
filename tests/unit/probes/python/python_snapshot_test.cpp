#include "probes/python/python_snapshot.h"

#include "gmock/gmock.h"
#include "tests/unit/probes/python/snapshots.h"

namespace ttsoak {
namespace {

using blackbox::PythonKind;
using testing::HasSubstr;

std::vector<char> reply() {
  return SnapshotOf()
      .type(0x100, "dict", PythonKind::dict, 4)
      .container(0x1000, 12)
      .type(0x200, "collections.deque", PythonKind::deque, 1)
      .container(0x2000, 5)
      .bound(0x2000, 6)
      .edge(0x1000, 7, 0x2000)
      .reply();
}

TEST(PythonSnapshot, IsReadWhole) {
  const auto read = parse_python_snapshot(reply());
  ASSERT_TRUE(read.ok()) << read.error().message;
  const PythonSnapshot& snapshot = read.value();
  EXPECT_EQ(snapshot.objects, 5);
  EXPECT_EQ(snapshot.tasks, 2);
  EXPECT_EQ(snapshot.garbage, 1);
  EXPECT_EQ(snapshot.pause_us, 7000);
  ASSERT_EQ(snapshot.types.size(), 2U);
  EXPECT_EQ(snapshot.types[1].name, "collections.deque");
  EXPECT_EQ(snapshot.types[1].kind, PythonKind::deque);
  ASSERT_EQ(snapshot.containers.size(), 2U);
  EXPECT_EQ(snapshot.containers[1].type, 1U);
  EXPECT_EQ(snapshot.containers[0].length, 12);
  ASSERT_EQ(snapshot.edges.size(), 1U);
  EXPECT_EQ(snapshot.edges[0].ordinal, 7);
  EXPECT_EQ(snapshot.edges[0].child, 0x2000U);
  ASSERT_EQ(snapshot.bounds.size(), 1U);
  EXPECT_EQ(snapshot.bounds[0].bound, 6);
}

TEST(PythonSnapshot, CutAtAnyByteIsAnError) {
  const std::vector<char> whole = reply();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<char> cut(whole.begin(), whole.begin() + static_cast<long>(size));
    const auto read = parse_python_snapshot(cut);
    ASSERT_FALSE(read.ok()) << size;
    EXPECT_THAT(read.error().message, HasSubstr("not whole"));
  }
}

TEST(PythonSnapshot, AnyByteMayBeWrong) {
  const std::vector<char> whole = reply();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::vector<char> wrong = whole;
    wrong[at] = static_cast<char>(~wrong[at]);
    // No more than that it does not crash, and that what it returns refers to nothing else.
    const auto read = parse_python_snapshot(wrong);
    if (!read.ok()) continue;
    for (const PythonContainer& container : read.value().containers) {
      EXPECT_LT(container.type, read.value().types.size());
    }
  }
}

}  // namespace
}  // namespace ttsoak
