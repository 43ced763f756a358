// Walks through heaps that move, and heaps that cannot be walked.

#include <sys/mount.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "gmock/gmock.h"
#include "probes/allocator/heap_walk.h"
#include "probes/heap/mailbox.h"
#include "tests/integration/allocator/looks.h"

namespace ttsoak {
namespace {

using blackbox::Command;
using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr std::int64_t kMiB = 1 << 20;

// The reply to a walk, or nothing if there was no answer in time.
std::optional<HeapWalk> walk(const BlackboxReader& box, pid_t pid, milliseconds patience) {
  const auto reply =
      ask_tracer_for_file(box.file(), pid, Command::walk, 0, patience, std::uint64_t{1} << 30);
  if (!reply.ok()) return std::nullopt;
  auto parsed = parse_heap_walk(reply.value());
  if (!parsed.ok()) {
    // Two arenas may have had the same 64 MiB, one after the other, while they were walked.
    EXPECT_THAT(parsed.error().message, HasSubstr("came again meanwhile"));
    return std::nullopt;
  }
  EXPECT_EQ(why_not_walked(parsed.value().header), "");
  return std::move(parsed).value();
}

TEST(HeapWalkOfTarget, IsConsistentWhileThreadsHammerTheHeapAndHarmsNone) {
  const Boxes boxes;
  Target target({trap("allocator_hammers")}, boxes.environment());
  ASSERT_EQ(target.read_line(), "hammering");
  const BlackboxReader box = boxes.of(target.pid());
  // Its threads may not have begun yet.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const auto hammers = [](const std::optional<HeapWalk>& seen) {
    return seen && seen->arenas.size() >= 2 && seen->blocks.size() > 500;
  };
  while (!hammers(walk(box, target.pid(), milliseconds(20000))) &&
         std::chrono::steady_clock::now() < end) {
  }
  int walks = 0;
  for (int i = 0; i < 60; ++i) {
    const auto walked = walk(box, target.pid(), milliseconds(20000));
    if (!walked) continue;
    ++walks;
    EXPECT_GE(walked->arenas.size(), 2U);
    EXPECT_GT(walked->blocks.size(), 500U);
  }
  EXPECT_GE(walks, 50);
  const HeapLook seen = look(boxes, target, Thoroughness::walk);
  EXPECT_EQ(sum_of(seen.split), seen.split.rss_bytes);
  EXPECT_EQ(target.wait().status, 0);
}

TEST(HeapWalkOfTarget, SurvivesForksMeanwhileAndSoDoTheirChildren) {
  const Boxes boxes;
  Target target({trap("allocator_hammers"), "forks"}, boxes.environment());
  ASSERT_EQ(target.read_line(), "hammering");
  const BlackboxReader box = boxes.of(target.pid());
  // No answer while the control thread is away.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  int walks = 0;
  while (walks < 60 && std::chrono::steady_clock::now() < end) {
    walks += walk(box, target.pid(), milliseconds(500)) ? 1 : 0;
  }
  EXPECT_GT(walks, 0);
  EXPECT_EQ(target.wait().status, 0);
}

TEST(HeapWalkOfTarget, MainArenaInPiecesIsRefusedAndEstimated) {
  const Boxes boxes;
  Target target({trap("allocator_odd_heap"), "blocked"}, boxes.environment());
  ASSERT_EQ(target.read_line(), "ready");
  const HeapLook seen = look(boxes, target, Thoroughness::walk);
  EXPECT_FALSE(seen.split.exact);
  EXPECT_THAT(seen.split.note, HasSubstr("main arena non-contiguous"));
  EXPECT_EQ(sum_of(seen.split), seen.split.rss_bytes);
}

TEST(HeapWalkOfTarget, OverwrittenHeaderIsFoundAndDoesNoHarm) {
  const Boxes boxes;
  Target target({trap("allocator_odd_heap"), "corrupted"}, boxes.environment());
  ASSERT_EQ(target.read_line(), "ready");
  const HeapLook seen = look(boxes, target, Thoroughness::walk);
  EXPECT_FALSE(seen.split.exact);
  EXPECT_THAT(seen.split.note, HasSubstr("heap corrupted at 0x"));
  EXPECT_EQ(target.wait().status, 0);
}

TEST(HeapWalkOfTarget, FullDiskMakesAnEstimateOfItAndLeavesNoFile) {
  const Boxes boxes;
  if (::mount("none", boxes.path().c_str(), "tmpfs", 0, "size=16m") != 0) {
    GTEST_SKIP() << "may not mount";
  }
  Target target({trap("allocator_mix")}, boxes.environment());
  ASSERT_EQ(target.read_line(), "ready");
  const auto ballast = boxes.path() / "ballast";
  std::ofstream(ballast, std::ios::binary) << std::string(16 << 20, 'x');
  const HeapLook full = look(boxes, target, Thoroughness::walk);
  EXPECT_FALSE(full.split.exact);
  EXPECT_THAT(full.split.note, HasSubstr("No space left on device"));
  EXPECT_GT(full.split.free_bytes, 20 * kMiB);
  EXPECT_EQ(sum_of(full.split), full.split.rss_bytes);
  std::filesystem::remove(ballast);
  EXPECT_TRUE(look(boxes, target, Thoroughness::walk).split.exact);
  for (const auto& entry : std::filesystem::directory_iterator(boxes.path())) {
    EXPECT_NE(entry.path().extension(), ".reply");
  }
  EXPECT_EQ(target.wait().status, 0);
  ::umount2(boxes.path().c_str(), MNT_DETACH);
}

TEST(HeapWalkOfTarget, JemallocsOwnFiguresMakeItsSplit) {
  const std::string library = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";
  if (!std::filesystem::exists(library)) GTEST_SKIP() << "not installed: " << library;
  const Boxes boxes;
  Target target({trap("allocator_pin")},
                boxes.environment({"MALLOC_CONF=dirty_decay_ms:-1,muzzy_decay_ms:-1"}, library));
  ASSERT_EQ(target.read_line(), "freed");
  const MemorySplit before = look(boxes, target, Thoroughness::walk).split;
  EXPECT_TRUE(before.exact) << described(before);
  EXPECT_THAT(before.allocator, HasSubstr("jemalloc 5"));
  EXPECT_EQ(sum_of(before), before.rss_bytes);
  EXPECT_NEAR(static_cast<double>(before.unexplained_bytes), 0,
              0.05 * static_cast<double>(before.rss_bytes))
      << described(before);
  EXPECT_GT(before.free_bytes, 80 * kMiB) << described(before);
  const auto reply = ask_tracer(boxes.of(target.pid()).file(), target.pid(), Command::purge, 0,
                                milliseconds(20000));
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  const MemorySplit after = look(boxes, target, Thoroughness::walk).split;
  // The kernel may take pages of files back meanwhile; what is in use differs by jemalloc's caches.
  const auto heap_of = [](const MemorySplit& split) { return split.rss_bytes - split.file_bytes; };
  EXPECT_NEAR(static_cast<double>(heap_of(before) - heap_of(after)),
              static_cast<double>(before.trim_bytes), 4.0 * kMiB)
      << described(before) << '\n'
      << described(after);
  EXPECT_EQ(target.wait().status, 0);
}

TEST(HeapWalkOfTarget, UntracedProcessIsSplitFromOutside) {
  Target target({trap("allocator_mix")});
  ASSERT_EQ(target.read_line(), "ready");
  const auto split = split_untraced(target.pid());
  ASSERT_TRUE(split.ok()) << split.error().message;
  EXPECT_EQ(sum_of(split.value()), split.value().rss_bytes);
  EXPECT_NEAR(static_cast<double>(split.value().shmem_bytes), 4.0 * kMiB, 4096);
  EXPECT_GT(split.value().unexplained_bytes, 30 * kMiB);
  EXPECT_EQ(target.wait().status, 0);
}

}  // namespace
}  // namespace ttsoak
