#include "probes/process/process_watch.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "gmock/gmock.h"
#include "tests/integration/process_allocations.h"
#include "tests/integration/process_program.h"
#include "tests/integration/process_recycled_pid.h"

namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;

constexpr std::int64_t kMib = 1 << 20;

ProcessWatch watch(pid_t pid) {
  Result<ProcessWatch> opened = ProcessWatch::open(pid);
  if (!opened.ok()) abort_with(opened.error().message.c_str());
  return std::move(opened).value();
}

TEST(ProcessWatch, IdentityIsThatOfTheProgram) {
  const Program program("process_holds_memory", {"1", "1"});
  const ProcessWatch watched = watch(program.pid());

  EXPECT_EQ(watched.identity().pid, program.pid());
  EXPECT_EQ(watched.identity().parent_pid, ::getpid());
  EXPECT_GT(watched.identity().start_ticks, 0U);
  EXPECT_THAT(watched.identity().command, EndsWith("/bin/process_holds_memory 1 1"));
}

// A sanitizer takes memory of its own for whatever the program takes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

TEST(ProcessWatch, MemoryOfAProgramIsWhatItTouched) {
  if (kSanitized) GTEST_SKIP() << "the figures are the sanitizer's";
  const Program program("process_holds_memory", {"64", "16"});
  ProcessWatch watched = watch(program.pid());
  const auto rss = watched.read_rss_bytes();
  const auto status = watched.read_status();
  const auto resources = watched.read_resources();

  ASSERT_TRUE(rss.ok() && status.ok() && resources.ok());
  const auto touched = AllOf(Ge(64 * kMib), Le(80 * kMib));
  EXPECT_THAT(rss.value(), touched);
  EXPECT_THAT(status.value().rss_bytes, touched);
  EXPECT_THAT(status.value().rss_anon_bytes, touched);
  EXPECT_THAT(resources.value().private_dirty_bytes, touched);
  EXPECT_THAT(resources.value().anonymous_bytes, touched);
  EXPECT_EQ(status.value().threads, 1);
  EXPECT_THAT(watched.take_refusals(), IsEmpty());
}

TEST(ProcessWatch, DescriptorsAreCountedByKind) {
  const Program few("process_opens_fds", {"0"});
  const Program many("process_opens_fds", {"20"});
  const auto before = watch(few.pid()).read_resources();
  const auto after = watch(many.pid()).read_resources();

  ASSERT_TRUE(before.ok() && after.ok());
  EXPECT_EQ(after.value().fds_file - before.value().fds_file, 20);
  EXPECT_EQ(after.value().fds_deleted - before.value().fds_deleted, 20);
  EXPECT_EQ(after.value().fds_socket - before.value().fds_socket, 20);
  EXPECT_EQ(after.value().fds_pipe - before.value().fds_pipe, 20);
  EXPECT_EQ(after.value().fds_other - before.value().fds_other, 40);  // eventfd and memfd
}

TEST(ProcessWatch, ReapedProcessIsEsrchInEveryFigure) {
  Program program("process_holds_memory", {"1", "1"});
  ProcessWatch watched = watch(program.pid());
  ASSERT_TRUE(watched.alive());
  program.kill();

  EXPECT_FALSE(watched.alive());
  EXPECT_THAT(watched.read_rss_bytes().error().message, HasSubstr("No such process"));
  EXPECT_THAT(watched.read_status().error().message, HasSubstr("No such process"));
  EXPECT_THAT(watched.read_resources().error().message, HasSubstr("has ended"));
  EXPECT_THAT(watched.take_refusals(), IsEmpty());
}

TEST(ProcessWatch, ZombieIsNotAliveAndHasNoFiguresRatherThanZeros) {
  Program program("process_holds_memory", {"1", "1"});
  ProcessWatch watched = watch(program.pid());
  program.kill_only();

  EXPECT_FALSE(watched.alive());
  EXPECT_FALSE(watched.read_rss_bytes().ok());
  EXPECT_FALSE(watched.read_status().ok());
  EXPECT_FALSE(watched.read_resources().ok());
  EXPECT_THAT(ProcessWatch::open(program.pid()).error().message, HasSubstr("zombie"));
}

TEST(ProcessWatch, NewcomerWithTheSamePidIsNotTheOldProcess) {
  Program program("process_holds_memory", {"1", "1"});
  const pid_t pid = program.pid();
  ProcessWatch watched = watch(pid);
  program.kill();
  const pid_t newcomer = fork_with_pid(pid);
  if (newcomer < 0) GTEST_SKIP() << "this kernel or user may not choose pids";

  EXPECT_EQ(newcomer, pid);
  EXPECT_FALSE(watched.alive());
  EXPECT_FALSE(watched.read_rss_bytes().ok());
  EXPECT_FALSE(watched.read_resources().ok());
  EXPECT_TRUE(watch(newcomer).alive());
  ::kill(newcomer, SIGKILL);
  ::waitpid(newcomer, nullptr, 0);
}

TEST(ProcessWatch, ThreadIsRefusedAndItsProcessNamed) {
  pid_t thread_id = 0;
  std::string message;
  std::thread([&] {
    thread_id = ::gettid();
    message = ProcessWatch::open(thread_id).error().message;
  }).join();

  EXPECT_THAT(message, HasSubstr("is a thread; pass its process, " + std::to_string(::getpid())));
}

TEST(ProcessWatch, AnotherUsersProcessLosesOnlyTheFiguresThatMayNotBeRead) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to become another user";
  const Program program("process_holds_memory", {"8", "1"});
  const pid_t observer = ::fork();
  if (observer == 0) {
    constexpr uid_t kNobody = 65534;
    if (::setuid(kNobody) != 0) ::_exit(1);
    ProcessWatch watched = watch(program.pid());
    const auto status = watched.read_status();
    if (!status.ok() || status.value().rss_bytes < 8 * kMib) ::_exit(2);
    if (!watched.read_resources().ok()) ::_exit(3);
    if (watched.take_refusals().size() != 2) ::_exit(4);
    if (!watched.read_resources().ok() || !watched.take_refusals().empty()) ::_exit(5);
    ::_exit(0);
  }
  int exit_status = 0;
  ::waitpid(observer, &exit_status, 0);

  EXPECT_EQ(exit_status, 0) << "step " << WEXITSTATUS(exit_status) << " of the observer failed";
}

TEST(ProcessWatch, SamplingInSteadyStateAllocatesNothing) {
  const Program program("process_holds_memory", {"1", "1"});
  ProcessWatch watched = watch(program.pid());
  ASSERT_TRUE(watched.read_rss_bytes().ok() && watched.read_status().ok());
  const std::int64_t before = allocations_of_this_thread();
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(watched.read_rss_bytes().ok() && watched.read_status().ok() && watched.alive());
  }

  EXPECT_EQ(allocations_of_this_thread() - before, 0);
}

}  // namespace
}  // namespace ttsoak
