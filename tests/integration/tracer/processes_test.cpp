// fork, vfork, exec, posix_spawn, and a clone that tells nobody.

#include <sstream>

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

// Not made rarer where there are many: a MB is some 240 samples, 6 % give or take.
const std::vector<std::string> kOften = {"TTSOAK_SAMPLE=4096", "TTSOAK_BUDGET=1000000000"};
constexpr double kMegabyte = 1e6;

std::vector<std::string> starting(const std::string& way) {
  return {trap("starts_other_programs"), way};
}

// Within half and one and a half, eight standard errors: samples are estimates.
void expect_about(double bytes, double expected) {
  EXPECT_GT(bytes, expected * 0.5);
  EXPECT_LT(bytes, expected * 1.5);
}

TEST(TracerFork, ChildrenOfABusyProcessLiveAndCountForThemselves) {
  const Boxes boxes;
  const Ending ending = run_target({trap("forks_while_others_allocate"), "200"},
                                   boxes.environment({"TTSOAK_SAMPLE=65536"}));

  EXPECT_EQ(ending.status, 0);
  EXPECT_EQ(ending.errors, "");
  std::istringstream lines(ending.output);
  pid_t child = 0;
  std::int64_t allocated = 0, freed = 0;
  int children = 0;
  for (; lines >> child >> allocated >> freed; ++children) {
    const BlackboxReader box = boxes.of(child);
    const blackbox::Header header = header_of(box);
    const HeapSnapshot heap = snapshot_of(box);
    EXPECT_EQ(header.forked, 1U);
    EXPECT_EQ(header.threads_seen, 1U);
    EXPECT_EQ(heap.allocated_bytes, allocated);
    EXPECT_EQ(heap.freed_bytes, freed);
    EXPECT_GT(header.samples, 10U);
  }
  EXPECT_EQ(children, 10);
  // The others had little to say, and took their boxes along.
  EXPECT_EQ(boxes.count(), 11U);
}

TEST(TracerExec, NewProgramStartsWithAnEmptyBox) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed(starting("exec"), boxes, kOften).status, 7);

  const BlackboxReader box = boxes.only();
  EXPECT_EQ(box.info().value().forked, false);
  expect_about(sampled_live_bytes(snapshot_of(box)), 3 * kMegabyte);
}

TEST(TracerExec, ProgramThatDropsTheEnvironmentLeavesItsLastFiguresBehind) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed(starting("exec_without"), boxes, kOften).status, 7);

  expect_about(sampled_live_bytes(snapshot_of(boxes.only())), kMegabyte);
}

TEST(TracerExec, ProgramsStartedByVforkOrSpawnHaveBoxesOfTheirOwn) {
  for (const char* const way : {"vfork", "spawn"}) {
    SCOPED_TRACE(way);
    const Boxes boxes;
    Target target(starting(way), boxes.environment(kOften));
    EXPECT_EQ(target.read_line(), "before");
    target.go_on();
    const pid_t parent = target.pid();
    EXPECT_EQ(target.wait().status, 7);
    ASSERT_EQ(boxes.count(), 2U);
    for (const BlackboxReader& box : boxes.all()) {
      const bool is_parent = header_of(box).pid == parent;
      EXPECT_EQ(header_of(box).parent_pid == parent, !is_parent);
      expect_about(sampled_live_bytes(snapshot_of(box)), (is_parent ? 1 : 3) * kMegabyte);
    }
  }
}

TEST(TracerExec, ShellOfSystemIsNotTraced) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed(starting("system"), boxes, kOften).status, 7);
  EXPECT_EQ(boxes.count(), 1U);
}

// As in two containers whose first process each is.
TEST(TracerProcesses, WithTheSamePidInTwoNamespacesHaveBoxesOfTheirOwn) {
  const std::string unshare = find_program("unshare");
  const std::vector<std::string> argv = {unshare, "--pid", "--fork", trap("says_hello")};
  if (unshare.empty() || run_target(argv).status != 5) GTEST_SKIP() << "may not make namespaces";
  const Boxes boxes;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(run_target(argv, boxes.environment({"TTSOAK_EXCLUDE=unshare"})).output, "hello\n");
  }

  const std::vector<BlackboxReader> both = boxes.all();
  ASSERT_EQ(both.size(), 2U);
  for (const BlackboxReader& box : both) EXPECT_EQ(header_of(box).pid, 1);
}

TEST(TracerClone, ChildThatNobodyAnnouncedDoesNotWriteIntoItsParentsBox) {
  const Boxes boxes;
  Target target(starting("clone"), boxes.environment(kOften));
  ASSERT_EQ(target.read_line(), "before");
  const BlackboxReader box = boxes.of(target.pid());
  const HeapSnapshot before = snapshot_of(box);
  target.go_on();
  ASSERT_EQ(target.read_line(), "after");
  const HeapSnapshot after = snapshot_of(box);

  EXPECT_EQ(target.wait().status, 7);
  // It notices with its first sample. It went on to allocate 100 MB.
  EXPECT_LT(after.allocated_bytes, before.allocated_bytes + 1000000);
  EXPECT_EQ(sampled_live_bytes(after), sampled_live_bytes(before));
}

}  // namespace
}  // namespace ttsoak
