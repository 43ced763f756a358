#include <csignal>

#include "gmock/gmock.h"
#include "tests/integration/trace_run.h"

// `ttsoak trace` of programs whose heap is known: what it says, and what it leaves behind.
namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kGreetingsInPython =
    TTSOAK_SOURCE_DIR "/tests/programs/traced/keeps_greetings.py";

TEST(TracedProgram, LeakIsTheFirstLiveStack) {
  TraceRun run({kKeepsGreetings, "exit", "0"});

  EXPECT_EQ(run.finish(), 0) << run.errors();
  // 8 MiB, give or take five standard errors of .7 MiB each: some 128 samples were taken.
  EXPECT_THAT(first_live_stack(run.output()),
              ContainsRegex(
                  "^1\\. ([4-9]|1[01])\\.[0-9] MiB .*keep_greeting.*keeps_greetings\\.cpp:[0-9]"));
}

TEST(TracedProgram, WhatIsFreedIsListedAsAllocatedOnly) {
  TraceRun run({kKeepsGreetings, "exit", "0"});

  EXPECT_EQ(run.finish(), 0) << run.errors();
  const std::string output = run.output();
  const std::size_t allocated = output.find("\nAllocated: ");
  ASSERT_NE(allocated, std::string::npos) << output;
  EXPECT_THAT(output.substr(0, allocated), Not(HasSubstr("speak_and_forget")));
  EXPECT_THAT(output.substr(allocated), HasSubstr("speak_and_forget"));
}

TEST(TracedProgram, ExitStatusIsThePrograms) {
  EXPECT_EQ(TraceRun({kKeepsGreetings, "exit", "3"}).finish(), 3);
}

TEST(TracedProgram, CrashIsToldAndItsHeapIsShown) {
  TraceRun run({kKeepsGreetings, "signal", std::to_string(SIGABRT)});

  EXPECT_EQ(run.finish(), 128 + SIGABRT);
  EXPECT_THAT(run.errors(), HasSubstr("the program was killed by SIGABRT"));
  EXPECT_THAT(first_live_stack(run.output()), HasSubstr("keep_greeting"));
}

TEST(TracedProgram, ThatIsOverAtOnceIsReportedTenTimesOfTen) {
  for (int i = 0; i < 10; ++i) {
    TraceRun run({"true"});
    EXPECT_EQ(run.finish(), 0) << run.errors();
    EXPECT_THAT(run.output(), HasSubstr("Allocated: ")) << run.errors();
  }
}

TEST(TracedProgram, ThatAScriptStartsAndThatIsOverAtOnceIsSeenToo) {
  const std::string once = std::string(kKeepsGreetings) + " exit 0; ";
  TraceRun run({"sh", "-c", once + once + "exit 7"});

  EXPECT_EQ(run.finish(), 7) << run.errors();
  EXPECT_THAT(first_live_stack(run.output()), HasSubstr("keep_greeting"));
  const std::string live = run.output().substr(0, run.output().find("\nAllocated"));
  EXPECT_THAT(live, HasSubstr("\n2. ")) << "of the second process";
}

TEST(TracedProgram, ThatAScriptStartsIsSeenWhereTheScriptIsOverBeforeTtsoakLooks) {
  const std::string once = std::string(kKeepsGreetings) + " exit 0; ";
  TraceRun run(
      {"sh", "-c", "kill -STOP $PPID; (sleep 0.5; kill -CONT $PPID) & " + once + once + "exit 7"});

  EXPECT_EQ(run.finish(), 7) << run.errors();
  EXPECT_THAT(first_live_stack(run.output()), HasSubstr("keep_greeting"));
}

TEST(TracedProgram, KeepsItsStreams) {
  TraceRun run(
      {"python3", "-c", "import sys; print('spoken'); print('whispered', file=sys.stderr)"});

  EXPECT_EQ(run.finish(), 0) << run.errors();
  EXPECT_THAT(run.output(), StartsWith("spoken\n"));
  EXPECT_THAT(run.errors(), StartsWith("whispered\n"));
}

TEST(TracedProgram, ReportPrintsTheSameLater) {
  TraceRun run({kKeepsGreetings, "exit", "0"});
  EXPECT_EQ(run.finish(), 0) << run.errors();

  EXPECT_EQ(run.report(), run.output());
}

TEST(TracedProgram, FullReportHasEveryFrame) {
  TraceRun run({kKeepsGreetings, "exit", "0"});
  EXPECT_EQ(run.finish(), 0) << run.errors();

  EXPECT_THAT(run.output(), AllOf(HasSubstr(" frames of "), Not(HasSubstr("__libc_start"))));
  EXPECT_THAT(run.report({"--full"}), AllOf(Not(HasSubstr(" frames of ")), HasSubstr("_start")));
}

TEST(TracedProgram, ProfilesForOtherToolsNameTheLeak) {
  TraceRun run({kKeepsGreetings, "exit", "0"});
  EXPECT_EQ(run.finish(), 0) << run.errors();

  // One line a stack, outermost first, and the bytes at its end.
  EXPECT_THAT(run.file("heap.folded"), ContainsRegex("main[^;]*;keep_greeting[^;]* [0-9]{7,8}\n"));
  const std::string go = TTSOAK_GO;
  if (go.empty()) GTEST_SKIP() << "go is not installed";
  Child pprof({go, "tool", "pprof", "-top", "-nodecount=3", run.directory() / "heap.pb.gz"});
  EXPECT_EQ(pprof.wait(std::chrono::seconds(240)), 0) << pprof.errors();
  EXPECT_THAT(pprof.output(), HasSubstr("keep_greeting"));
}

TEST(TracedProgram, PythonsLeakIsNamedByFileAndLine) {
  TraceRun run({"python3", kGreetingsInPython});

  EXPECT_EQ(run.finish(), 0) << run.errors();
  EXPECT_THAT(first_live_stack(run.output()), HasSubstr("keep_greeting at "));
  EXPECT_THAT(first_live_stack(run.output()), HasSubstr("/keeps_greetings.py:9"));
}

}  // namespace
}  // namespace ttsoak
