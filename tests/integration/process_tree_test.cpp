#include "probes/process/process_tree.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sstream>

#include "gmock/gmock.h"
#include "tests/integration/process_program.h"
#include "tests/integration/process_recycled_pid.h"

namespace ttsoak {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

ProcessTree open_tree(pid_t root, ChildSource source) {
  Result<ProcessTree> tree = ProcessTree::open(root, source);
  if (!tree.ok()) abort_with(tree.error().message.c_str());
  return std::move(tree).value();
}

template <typename Watches>
std::vector<pid_t> pids_of(const Watches& watches) {
  std::vector<pid_t> pids;
  pids.reserve(watches.size());
  for (const auto& watch : watches) pids.push_back(watch->identity().pid);
  return pids;
}

// Child and grandchild, as process_starts_a_family answers.
std::pair<pid_t, pid_t> two_generations(Program& family, char order = 'c') {
  std::pair<pid_t, pid_t> pids;
  std::istringstream(family.ask(order)) >> pids.first >> pids.second;
  return pids;
}

// Both ways to look for children must find the same.
class ProcessTreeBy : public ::testing::TestWithParam<ChildSource> {
 protected:
  void SetUp() override {
    if (GetParam() == ChildSource::children_files &&
        find_child_source() != ChildSource::children_files) {
      GTEST_SKIP() << "this kernel has no children files";
    }
  }

  Program family_{"process_starts_a_family"};
};

TEST_P(ProcessTreeBy, GrandchildThatAppearsLaterIsFoundAndOnlyOnce) {
  ProcessTree tree = open_tree(family_.pid(), GetParam());
  EXPECT_THAT(tree.scan().appeared, IsEmpty());
  const auto [child, grandchild] = two_generations(family_);

  EXPECT_THAT(pids_of(tree.scan().appeared), UnorderedElementsAre(child, grandchild));
  EXPECT_THAT(tree.scan().appeared, IsEmpty());
  EXPECT_THAT(pids_of(tree.processes()), UnorderedElementsAre(family_.pid(), child, grandchild));
}

TEST_P(ProcessTreeBy, ChildOfAnotherThreadIsFound) {
  ProcessTree tree = open_tree(family_.pid(), GetParam());
  const auto [child, grandchild] = two_generations(family_, 't');

  EXPECT_THAT(pids_of(tree.scan().appeared), UnorderedElementsAre(child, grandchild));
}

TEST_P(ProcessTreeBy, OrphanSeenOnceStaysWatched) {
  ProcessTree tree = open_tree(family_.pid(), GetParam());
  const auto [child, grandchild] = two_generations(family_);
  tree.scan();
  family_.ask('o');
  const ProcessTree::Change change = tree.scan();

  EXPECT_THAT(pids_of(change.ended), ElementsAre(child));
  EXPECT_THAT(pids_of(tree.processes()), UnorderedElementsAre(family_.pid(), grandchild));
}

TEST_P(ProcessTreeBy, ZombieIsNoNewProcess) {
  ProcessTree tree = open_tree(family_.pid(), GetParam());
  family_.ask('z');

  EXPECT_THAT(tree.scan().appeared, IsEmpty());
}

TEST_P(ProcessTreeBy, EndOfTheRootIsToldOnce) {
  ProcessTree tree = open_tree(family_.pid(), GetParam());
  const pid_t root = family_.pid();
  family_.kill_only();

  EXPECT_THAT(pids_of(tree.scan().ended), ElementsAre(root));
  EXPECT_THAT(tree.scan().ended, IsEmpty());
}

TEST_P(ProcessTreeBy, ProcessOutsideTheTreeIsNotFound) {
  ProcessTree tree = open_tree(family_.pid(), GetParam());
  const Program sibling("process_holds_memory", {"1", "1"});
  two_generations(family_);

  EXPECT_THAT(pids_of(tree.scan().appeared), Not(Contains(sibling.pid())));
}

TEST_P(ProcessTreeBy, RecycledPidIsOneProcessEndedAndAnotherAppeared) {
  ProcessTree tree = open_tree(::getpid(), GetParam());
  Program program("process_holds_memory", {"1", "1"});
  const pid_t pid = program.pid();
  const ProcessTree::Change first = tree.scan();
  ASSERT_THAT(pids_of(first.appeared), Contains(pid));
  program.kill();
  const pid_t newcomer = fork_with_pid(pid);
  if (newcomer < 0) GTEST_SKIP() << "this kernel or user may not choose pids";
  const ProcessTree::Change second = tree.scan();

  EXPECT_THAT(pids_of(second.ended), ElementsAre(pid));
  EXPECT_THAT(pids_of(second.appeared), ElementsAre(pid));
  EXPECT_NE(second.appeared.front(), second.ended.front().get());
  ::kill(newcomer, SIGKILL);
  ::waitpid(newcomer, nullptr, 0);
}

INSTANTIATE_TEST_SUITE_P(Sources, ProcessTreeBy,
                         ::testing::Values(ChildSource::children_files, ChildSource::process_table),
                         [](const auto& source) {
                           return source.param == ChildSource::children_files ? "ChildrenFiles"
                                                                              : "ProcessTable";
                         });

}  // namespace
}  // namespace ttsoak
