// The tracer in other releases of Debian: glibc from 2.31 to one that ttsoak does not know, CPython
// from 3.9 to 3.14.

#include "gmock/gmock.h"
#include "probes/heap/stack_resolver.h"
#include "probes/heap/symbolizer.h"
#include "tests/integration/allocator/looks.h"
#include "tests/integration/tracer/boxes.h"
#include "tests/integration/tracer/exact_counters.h"
#include "tests/servers/other_systems/other_system.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Threads = OtherSystem::Threads;

constexpr double kMiB = 1 << 20;

struct Release {
  const char* name;
  const char* glibc;  // "" = newer than any that is known
};

class OtherSystems : public testing::TestWithParam<Release> {
 protected:
  void SetUp() override {
    const std::string why_not = system_.why_not();
    if (!why_not.empty()) GTEST_SKIP() << why_not;
  }
  [[nodiscard]] static bool is_known() { return *GetParam().glibc != '\0'; }
  [[nodiscard]] std::string build(const std::string& source, Threads threads) const {
    return system_.build(source, programs_.path(), threads);
  }

  const OtherSystem system_{GetParam().name};
  const TempDirectory programs_;
};

// Who allocated the most of what is live, as it is named by its own libraries.
std::string largest_stack(const BlackboxReader& box, pid_t pid) {
  const HeapSnapshot snapshot = snapshot_of(box);
  const StackFigures* best = nullptr;
  for (const StackFigures& stack : snapshot.stacks) {
    if (best == nullptr || stack.live_bytes > best->live_bytes) best = &stack;
  }
  auto tables = box.tables();
  if (best == nullptr || !tables.ok()) return "";
  Symbolizer symbolizer("/proc/" + std::to_string(pid) + "/root");
  StackResolver resolver(symbolizer);
  resolver.update(std::move(tables).value());
  std::string text;
  for (const Frame& frame : resolver.frames_of(best->stack)) {
    text += frame.function + " at " + frame.file + ":" + std::to_string(frame.line) + "\n";
  }
  return text;
}

TEST_P(OtherSystems, CountersAgreeToTheByteInAProgramWithoutThreads) {
  expect_exact_counters(system_.inside({build("tracer_traps/every_allocation.cpp", Threads::no)}),
                        50);
}

TEST_P(OtherSystems, HeapOfManyArenasIsWalkedOrSaidToBeUnknown) {
  const Boxes boxes;
  Target target(system_.inside({build("allocator/mix.cpp", Threads::yes)}),
                boxes.environment({"TTSOAK_SAMPLE=16384"}));
  ASSERT_EQ(target.read_line(), "ready");
  const HeapLook walked = look(boxes, target, Thoroughness::walk);
  EXPECT_EQ(walked.split.exact, is_known()) << described(walked.split);
  EXPECT_THAT(walked.split.allocator, StartsWith("glibc 2." + std::string(GetParam().glibc)));
  expect_explained(walked.split);
  EXPECT_NEAR(static_cast<double>(walked.split.live_bytes), 15.3 * kMiB, 1.5 * kMiB)
      << described(walked.split);
  EXPECT_THAT(largest_stack(boxes.of(target.pid()), target.pid()),
              HasSubstr("tests/programs/allocator/mix.cpp:"));
  if (is_known()) {
    EXPECT_FALSE(walked.retention.empty());
    expect_trim_to_return_what_was_said(boxes, target);
  } else {
    EXPECT_THAT(walked.split.note, HasSubstr("laid out in a way ttsoak does not know"));
    EXPECT_TRUE(walked.retention.empty());
  }
  EXPECT_EQ(target.wait().status, 0);
}

TEST_P(OtherSystems, PinnedHeapIsEstimatedAsItIsWalked) {
  const Boxes boxes;
  Target target(system_.inside({build("allocator/pin.cpp", Threads::no)}), boxes.environment());
  ASSERT_EQ(target.read_line(), "freed");
  const MemorySplit estimated = look(boxes, target, Thoroughness::estimate).split;
  EXPECT_FALSE(estimated.exact);
  expect_explained(estimated);
  if (is_known()) {
    const MemorySplit walked = look(boxes, target, Thoroughness::walk).split;
    EXPECT_TRUE(walked.exact) << described(walked);
    EXPECT_NEAR(static_cast<double>(estimated.pinned_bytes),
                static_cast<double>(walked.pinned_bytes), 1.5 * kMiB);
    EXPECT_NEAR(static_cast<double>(estimated.free_bytes), static_cast<double>(walked.free_bytes),
                1.5 * kMiB);
    expect_trim_to_return_what_was_said(boxes, target);
  }
  EXPECT_EQ(target.wait().status, 0);
}

TEST_P(OtherSystems, PythonsFramesAreNamedOrSaidToBeUnknown) {
  constexpr int kNewestKnown = 14;  // sid goes on
  const Ending version =
      run_target(system_.python({"-c", "import sys; print(sys.version_info[1])"}));
  const Boxes boxes;
  Target target(system_.python({"-c",
                                "import sys\n"
                                "def keeps_most(): return [bytearray(100000) for _ in range(200)]\n"
                                "kept = keeps_most()\n"
                                "print('kept', flush=True)\n"
                                "sys.stdin.read(1)\n"}),
                boxes.environment());
  ASSERT_EQ(target.read_line(), "kept");
  const BlackboxReader box = boxes.of(target.pid());
  if (std::stoi(version.output) > kNewestKnown) {
    EXPECT_THAT(box.info().value().note, HasSubstr("native frames only"));
    return;
  }
  EXPECT_EQ(box.info().value().note, "");
  EXPECT_THAT(largest_stack(box, target.pid()), HasSubstr("keeps_most at <string>:2"));
  EXPECT_EQ(target.wait().status, 0);
}

INSTANTIATE_TEST_SUITE_P(Of, OtherSystems,
                         testing::Values(Release{"bullseye", "31"}, Release{"trixie", "41"},
                                         Release{"sid", ""}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace ttsoak
