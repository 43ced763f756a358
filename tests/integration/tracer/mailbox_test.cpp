// Questions to the tracer's control thread.

#include "probes/heap/mailbox.h"

#include <sys/wait.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "gmock/gmock.h"
#include "probes/allocator/page_map.h"
#include "tests/integration/tracer/boxes.h"

namespace ttsoak {
namespace {

using blackbox::AllocatorFigures;
using blackbox::Command;
using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr milliseconds kPatience{60000};
constexpr std::int64_t kMiB = 1 << 20;

// A line of the program: what it did, and what the C library's books said then.
struct Said {
  std::string what;
  int number = 0;
  std::uint64_t in_use_bytes = 0, from_system_bytes = 0;
};

Said read(Target& target) {
  Said said;
  std::istringstream(target.read_line()) >> said.what >> said.number >> said.in_use_bytes >>
      said.from_system_bytes;
  return said;
}

AllocatorFigures ask_for_figures(const BlackboxReader& box, pid_t pid) {
  AllocatorFigures figures{};
  const auto reply = ask_tracer(box.file(), pid, Command::allocator_figures, 0, kPatience);
  if (!reply.ok()) {
    ADD_FAILURE() << reply.error().message;
    return figures;
  }
  EXPECT_GE(reply.value().size(), sizeof figures);
  std::memcpy(&figures, reply.value().data(), sizeof figures);
  EXPECT_THAT(std::string(reply.value().begin() + sizeof figures, reply.value().end()),
              HasSubstr("<malloc version="));
  return figures;
}

std::int64_t rss_bytes(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::int64_t size_pages = 0, resident_pages = 0;
  file >> size_pages >> resident_pages;
  return resident_pages * 4096;
}

TEST(TracerMailbox, FiguresAreTheOnesTheProgramSees) {
  const Boxes boxes;
  Target target({trap("allocates_in_steps")}, boxes.environment());
  for (int step = 1; step <= 3; ++step) {
    const Said said = read(target);
    ASSERT_EQ(said.what, "allocated");
    const AllocatorFigures figures = ask_for_figures(boxes.of(target.pid()), target.pid());
    // The control thread has an arena and a few blocks of its own.
    EXPECT_NEAR(static_cast<double>(figures.in_use_bytes + figures.mmapped_bytes),
                static_cast<double>(said.in_use_bytes), 8192);
    EXPECT_NEAR(static_cast<double>(figures.arena_bytes + figures.mmapped_bytes),
                static_cast<double>(said.from_system_bytes), 256 << 10);
    target.go_on();
  }
  EXPECT_EQ(target.wait().status, 0);
}

// Where the process has its black box; 0 = nowhere.
std::uint64_t box_address(pid_t pid) {
  std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.ends_with(".blackbox")) return std::stoull(line, nullptr, 16);
  }
  return 0;
}

TEST(TracerMailbox, WhatIsReadFromTheFileDoesNotStayInTheTargetsMemory) {
  const Boxes boxes;
  Target target({trap("allocates_in_steps")}, boxes.environment());
  ASSERT_EQ(read(target).what, "allocated");
  const BlackboxReader box = boxes.of(target.pid());
  ask_for_figures(box, target.pid());
  const auto pages = PageMap::open(target.pid());
  ASSERT_TRUE(pages.ok()) << pages.error().message;
  const blackbox::Header header = header_of(box);
  const std::uint64_t start = box_address(target.pid());
  const auto in_memory = [&](const blackbox::Area& area) {
    return pages.value()
        .present_bytes(start + area.offset, start + area.offset + area.capacity)
        .value();
  };
  EXPECT_GT(pages.value().present_bytes(start, start + 4096).value(), 0) << "the header";
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (in_memory(header.reply) + in_memory(header.bytes) > 0 &&
         std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_EQ(in_memory(header.reply), 0);
  EXPECT_EQ(in_memory(header.bytes), 0);
  // And yet it is there for whoever asks the file.
  EXPECT_GT(ask_for_figures(box, target.pid()).in_use_bytes, 0U);
}

TEST(TracerMailbox, TrimGivesBackWhatIsFree) {
  const Boxes boxes;
  Target target({trap("allocates_in_steps")}, boxes.environment());
  Said said;
  while ((said = read(target)).what == "allocated") target.go_on();
  ASSERT_EQ(said.what, "freed");
  const BlackboxReader box = boxes.of(target.pid());
  const std::int64_t before = rss_bytes(target.pid());
  EXPECT_GT(ask_for_figures(box, target.pid()).free_bytes, 50000000U);
  const auto reply = ask_tracer(box.file(), target.pid(), Command::trim, 0, kPatience);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_LT(rss_bytes(target.pid()), before - 50000000);
  EXPECT_EQ(target.wait().status, 0);
}

TEST(TracerMailbox, PurgeIsForJemallocOnly) {
  const Boxes boxes;
  Target target({trap("allocates_in_steps")}, boxes.environment());
  ASSERT_EQ(read(target).what, "allocated");
  const auto reply =
      ask_tracer(boxes.of(target.pid()).file(), target.pid(), Command::purge, 0, kPatience);
  ASSERT_FALSE(reply.ok());
  EXPECT_THAT(reply.error().message, HasSubstr("could not do it"));
}

TEST(TracerMailbox, PurgesJemalloc) {
  const std::string library = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";
  if (!std::filesystem::exists(library)) GTEST_SKIP() << "not installed: " << library;
  const Boxes boxes;
  Target target({trap("allocates_in_steps")},
                boxes.environment({"MALLOC_CONF=dirty_decay_ms:-1,muzzy_decay_ms:-1"}, library));
  while (read(target).what == "allocated") target.go_on();
  const BlackboxReader box = boxes.of(target.pid());
  const AllocatorFigures before = ask_for_figures(box, target.pid());
  EXPECT_LT(before.jemalloc_allocated_bytes, 10000000U);
  EXPECT_GT(before.jemalloc_resident_bytes, 50000000U);
  const auto reply = ask_tracer(box.file(), target.pid(), Command::purge, 0, kPatience);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_LT(ask_for_figures(box, target.pid()).jemalloc_resident_bytes,
            before.jemalloc_resident_bytes - 40 * kMiB);
  EXPECT_EQ(target.wait().status, 0);
}

TEST(TracerMailbox, StoppedProcessIsNamedAsSuch) {
  const Boxes boxes;
  Target target({trap("allocates_in_steps")}, boxes.environment());
  ASSERT_EQ(read(target).what, "allocated");
  const BlackboxReader box = boxes.of(target.pid());
  ask_for_figures(box, target.pid());
  target.signal(SIGSTOP);
  ASSERT_EQ(::waitpid(target.pid(), nullptr, WUNTRACED), target.pid());
  const auto reply =
      ask_tracer(box.file(), target.pid(), Command::allocator_figures, 0, milliseconds(300));
  ASSERT_FALSE(reply.ok());
  EXPECT_THAT(reply.error().message, HasSubstr("is stopped"));
  // Its box is as readable as ever.
  EXPECT_GT(exact_live_bytes(snapshot_of(box)), 9000000);
  target.signal(SIGCONT);
  ask_for_figures(box, target.pid());
  EXPECT_EQ(target.wait().status, 0);
}

// The length of time that a stopped process takes is certain to be longer than anybody's patience.
TEST(TracerMailbox, ReplyFileThatNobodyWaitsForAnyMoreIsRemoved) {
  const Boxes boxes;
  Target target({trap("allocates_in_steps")}, boxes.environment());
  ASSERT_EQ(read(target).what, "allocated");
  const BlackboxReader box = boxes.of(target.pid());
  ask_for_figures(box, target.pid());
  target.signal(SIGSTOP);
  ASSERT_EQ(::waitpid(target.pid(), nullptr, WUNTRACED), target.pid());
  const auto reply = ask_tracer_for_file(box.file(), target.pid(), Command::walk, 0,
                                         milliseconds(50), std::uint64_t{1} << 30);
  ASSERT_FALSE(reply.ok());
  target.signal(SIGCONT);
  ask_for_figures(box, target.pid());  // comes after the walk
  EXPECT_FALSE(std::filesystem::exists(boxes.path_of(target.pid()).string() + ".reply"));
  EXPECT_EQ(target.wait().status, 0);
}

TEST(TracerMailbox, AndSoIsOneThatIsAbandonedWhileItIsWritten) {
  const Boxes boxes;
  Target target({trap("allocates_in_steps")}, boxes.environment());
  ASSERT_EQ(read(target).what, "allocated");
  const BlackboxReader box = boxes.of(target.pid());
  const std::string path = boxes.path_of(target.pid()).string() + ".reply";
  for (int i = 0; i < 100; ++i) {
    static_cast<void>(ask_tracer_for_file(box.file(), target.pid(), Command::walk, 0,
                                          milliseconds(i % 3), std::uint64_t{1} << 30));
    const auto is_answered = [&] {
      const blackbox::Mailbox mailbox = header_of(box).mailbox;
      return mailbox.done == mailbox.request;
    };
    // Then at the latest; the tracer removes it a moment after it has answered.
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while ((!is_answered() || std::filesystem::exists(path)) &&
           std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    ASSERT_FALSE(std::filesystem::exists(path)) << i;
  }
  EXPECT_EQ(target.wait().status, 0);
}

TEST(TracerMailbox, QuestionsMayComeWhileTheProcessForks) {
  const Boxes boxes;
  Target target({trap("forks_while_others_allocate"), "50"},
                boxes.environment({"TTSOAK_SAMPLE=1048576"}));
  while (!BlackboxReader::open(boxes.path_of(target.pid())).ok()) {  // until it has started
    std::this_thread::sleep_for(milliseconds(1));
  }
  const BlackboxReader box = boxes.of(target.pid());
  for (int i = 0; i < 20; ++i) {
    // Between two forks there may be no control thread: no answer is fine, a wrong one is not.
    const auto reply =
        ask_tracer(box.file(), target.pid(), Command::allocator_figures, 0, milliseconds(50));
    EXPECT_TRUE(!reply.ok() || reply.value().size() > sizeof(AllocatorFigures));
  }
  EXPECT_EQ(target.wait().status, 0);
}

}  // namespace
}  // namespace ttsoak
