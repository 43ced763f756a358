// Libraries that come and go, hide, throw, or were there before us.

#include <sstream>

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

// Everything of the program and nothing else, as in a small container image. False if that may not
// be tried: needs root.
bool make_root(const std::filesystem::path& root, const std::string& program) {
  namespace fs = std::filesystem;
  std::istringstream words(run_target({"ldd", program}).output + " " + program);
  for (std::string word; words >> word;) {
    if (word.front() != '/') continue;
    const fs::path copy = root / fs::path(word).relative_path();
    fs::create_directories(copy.parent_path());
    fs::copy_file(word, copy, fs::copy_options::skip_existing);
  }
  return run_target({"chroot", root, program, "1"}).status == 0;
}

TEST(TracerLibraries, UnwinderMayComeBesideTheTracerWithWhatItNeeds) {
  namespace fs = std::filesystem;
  const TempDirectory root;
  const std::string program = trap("leaks_from_one_stack");
  if (!make_root(root.path(), program)) GTEST_SKIP() << "may not change its root";
  fs::create_directories(root.path() / "ttsoak/box");
  for (const char* name : {"libunwind.so.8", "liblzma.so.5"}) {
    fs::copy_file(fs::path("/usr/lib/x86_64-linux-gnu") / name, root.path() / "ttsoak" / name);
    ASSERT_FALSE(fs::exists(root.path() / "lib/x86_64-linux-gnu" / name)) << "proves nothing";
  }
  fs::copy_file(tracer_path(), root.path() / "ttsoak/libttsoak_tracer.so");
  const Ending ending = run_target({"chroot", root.path(), program, "1"},
                                   {"LD_PRELOAD=/ttsoak/libttsoak_tracer.so",
                                    "TTSOAK_DIR=/ttsoak/box", "TTSOAK_EXCLUDE=chroot"});

  EXPECT_EQ(ending.status, 0) << ending.errors;
  const fs::directory_iterator boxes(root.path() / "ttsoak/box");
  ASSERT_NE(boxes, fs::directory_iterator()) << ending.errors;
  const auto box = BlackboxReader::open(boxes->path());
  ASSERT_TRUE(box.ok()) << box.error().message;
  EXPECT_EQ(box.value().info().value().note, "");
  EXPECT_GT(header_of(box.value()).stacks_used, 2U);
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
