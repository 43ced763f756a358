// Libraries that come and go, hide, throw, or were there before us.

#include "gmock/gmock.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kOften = {"TTSOAK_SAMPLE=4096"};
const std::string kPlugin = trap("plugin_16.so");
const std::string kOtherPlugin = trap("plugin_64.so");

TEST(TracerLibraries, ComeAndGoWhileStacksAreTaken) {
  const Boxes boxes;
  const Ending ending = expect_unharmed({trap("loads_and_unloads"), "1000", kPlugin, kOtherPlugin},
                                        boxes, {"TTSOAK_SAMPLE=4096"});

  EXPECT_EQ(ending.status, 0);
  const BlackboxReader box = boxes.only();
  EXPECT_EQ(header_of(box).blind, 0U);
  // Both are known, though neither is there any more.
  std::string paths;
  const BoxTables tables = box.tables().value();
  for (const blackbox::ModuleSlot& module : tables.modules) {
    paths += std::string(tables.path_of(module)) + "\n";
  }
  EXPECT_THAT(paths, HasSubstr("plugin_16.so"));
  EXPECT_THAT(paths, HasSubstr("plugin_64.so"));
}

TEST(TracerLibraries, OneWithItsOwnMallocInScopeDoesNotConfuseTheBooks) {
  const Boxes boxes;
  const Ending ending = expect_unharmed({trap("hides_behind_deepbind"), kPlugin}, boxes, kOften);

  EXPECT_EQ(ending.status, 0);
  const BlackboxReader box = boxes.only();
  EXPECT_GT(header_of(box).losses.replaced, 0U);
  // 60 MB went by; what is "live" of it are addresses that were freed unseen and not used again.
  EXPECT_LT(sampled_live_bytes(snapshot_of(box)), 6e6);
}

TEST(TracerLibraries, ExceptionsAndTheUnwinderStayTheProgramsOwn) {
  const Boxes boxes;
  const std::vector<std::string> argv = {trap("throws_across_libraries"), kPlugin, kOtherPlugin};
  const Ending ending = expect_unharmed(argv, boxes, kOften);

  EXPECT_EQ(ending.status, 0);
  EXPECT_EQ(ending.output, "libgcc_s.so.1 libgcc_s.so.1 libc.so.6\nbacktrace\n");
}

TEST(TracerLibraries, CProgramMayLoadCppForItselfOnly) {
  const Boxes boxes;
  EXPECT_EQ(expect_unharmed({trap("c_program_loads_cpp"), kPlugin}, boxes, kOften).status, 0);
  const HeapSnapshot heap = snapshot_of(boxes.only());
  // 1,000 times: two blocks by operator new, two exceptions.
  EXPECT_GE(heap.allocated_blocks, 3000);
}

class TracerBesidesAnotherPreload : public testing::TestWithParam<bool> {};

TEST_P(TracerBesidesAnotherPreload, WhoAllocatesBeforeUsIsServed) {
  const Boxes boxes;
  const std::vector<std::string> argv = {trap("every_allocation"), "bytes"};
  const std::string early = trap("allocates_early.so");
  const Ending alone = run_target(argv, {"LD_PRELOAD=" + early});
  std::vector<std::string> environment = boxes.environment(kOften, early);
  if (GetParam()) environment.back() = "LD_PRELOAD=" + early + " " + tracer_path();
  const Ending traced = run_target(argv, environment);

  EXPECT_EQ(traced.status, 0);
  EXPECT_EQ(traced.errors, alone.errors);
  EXPECT_EQ(traced.output, alone.output);
  EXPECT_THAT(alone.errors, HasSubstr("early"));
  EXPECT_GT(snapshot_of(boxes.only()).allocated_blocks, 200);
}

INSTANTIATE_TEST_SUITE_P(Order, TracerBesidesAnotherPreload, testing::Bool(),
                         [](const auto& test) { return test.param ? "before_us" : "behind_us"; });

}  // namespace
}  // namespace ttsoak
