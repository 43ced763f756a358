// What happens to the black box, and to the target when there cannot be one.

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::vector<std::string> directory(const fs::path& path) {
  return {"TTSOAK_DIR=" + path.string(), "LD_PRELOAD=" + tracer_path()};
}

// Runs untraced, but says why.
void expect_only_a_word(const std::vector<std::string>& environment, const std::string& reason) {
  const Ending ending = run_target({trap("says_hello")}, environment);
  EXPECT_EQ(ending.status, 5);
  EXPECT_EQ(ending.output, "hello\n");
  EXPECT_THAT(ending.errors, HasSubstr("not traced"));
  EXPECT_THAT(ending.errors, HasSubstr(reason));
}

TEST(TracerBoxTrouble, MissingDirectoryOnlyCostsTheTrace) {
  expect_only_a_word(directory("/nowhere/at/all"), "No such file or directory");
}

TEST(TracerBoxTrouble, FileInPlaceOfADirectoryOnlyCostsTheTrace) {
  expect_only_a_word(directory(tracer_path()), "Not a directory");
}

TEST(TracerBoxTrouble, ReadOnlyDirectoryOnlyCostsTheTrace) {
  // Not by its mode: root may write anyway.
  expect_only_a_word(directory("/proc/self"), "cannot be created");
}

TEST(TracerBoxTrouble, EndlessNameOnlyCostsTheTrace) {
  expect_only_a_word(directory("/tmp/" + std::string(600, 'x')), "too long");
}

TEST(TracerBoxTrouble, FullDiskOnlyCostsTheTraceAndLeavesNothing) {
  const TempDirectory place;
  if (::mount("none", place.path().c_str(), "tmpfs", 0, "size=1m") != 0) {
    GTEST_SKIP() << "may not mount";
  }
  expect_only_a_word(directory(place.path()), "No space left on device");
  EXPECT_TRUE(fs::is_empty(place.path()));
  ::umount2(place.path().c_str(), MNT_DETACH);
}

class TracerLimits : public testing::TestWithParam<std::pair<int, const char*>> {};

// By a shell, whose limits the target inherits; it is not traced itself.
TEST_P(TracerLimits, OnlyCostTheTrace) {
  const auto [blocks, option] = GetParam();
  const Boxes boxes;
  const std::string command = std::string("ulimit ") + option + " " + std::to_string(blocks) +
                              "; exec " + trap("says_hello");
  const Ending ending = run_target({"sh", "-c", command}, boxes.environment());
  EXPECT_EQ(ending.status, 5);
  EXPECT_EQ(ending.output, "hello\n");
  EXPECT_THAT(ending.errors, HasSubstr("not traced"));
  EXPECT_EQ(boxes.count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Of, TracerLimits,
                         testing::Values(std::pair(100, "-f"), std::pair(8000, "-v")),
                         [](const auto& test) {
                           return test.param.second[1] == 'f' ? "file_sizes" : "memory";
                         });

TEST(TracerBoxTrouble, TargetOutlivesTheLossOfItsBox) {
  for (const bool whole_directory : {false, true}) {
    const Boxes boxes;
    Target target({trap("allocates_in_steps"), "busy"}, boxes.environment());
    EXPECT_THAT(target.read_line(), HasSubstr("allocated 1"));
    const BlackboxReader box = boxes.of(target.pid());
    whole_directory ? fs::remove_all(boxes.path()) : fs::remove(boxes.path_of(target.pid()));
    const std::int64_t before = snapshot_of(box).allocated_bytes;
    target.go_on();
    EXPECT_THAT(target.read_line(), HasSubstr("allocated 2"));
    // Whoever had opened it goes on reading.
    EXPECT_GT(snapshot_of(box).allocated_bytes, before + 9000000);
    const Ending ending = target.wait();
    EXPECT_EQ(ending.status, 0);
    EXPECT_EQ(ending.errors, "");
  }
}

TEST(TracerBoxTrouble, BoxOfAKilledProcessTellsTheLastMoment) {
  const Boxes boxes;
  // Not made rarer by the threads that are busy: 40 MB are some 600 samples.
  Target target({trap("allocates_in_steps"), "busy"},
                boxes.environment({"TTSOAK_BUDGET=1000000000"}));
  for (int step = 0; step < 3; ++step) {
    EXPECT_THAT(target.read_line(), HasSubstr("allocated"));
    target.go_on();
  }
  EXPECT_THAT(target.read_line(), HasSubstr("allocated 4"));
  const pid_t pid = target.pid();
  target.signal(SIGKILL);
  EXPECT_EQ(target.wait().status, 1000 + SIGKILL);

  const BlackboxReader box = boxes.of(pid);
  const HeapSnapshot heap = snapshot_of(box);
  EXPECT_EQ(box.info().value().state, blackbox::State::tracing);
  EXPECT_GE(exact_live_bytes(heap), 40000000);
  EXPECT_LT(exact_live_bytes(heap), 42000000);
  // Six standard errors of 4 % each.
  EXPECT_GT(sampled_live_bytes(heap), 30e6);
  EXPECT_LT(sampled_live_bytes(heap), 50e6);
}

TEST(TracerBoxTrouble, BoxOfAnEndedProcessSaysSo) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({trap("says_hello")}, boxes).status, 5);
  EXPECT_EQ(boxes.only().info().value().state, blackbox::State::ended);
}

}  // namespace
}  // namespace ttsoak
