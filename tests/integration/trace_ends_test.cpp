#include <csignal>

#include "gmock/gmock.h"
#include "probes/process/process_table.h"
#include "tests/integration/trace_run.h"

// `ttsoak trace` that ends otherwise than by its program's own end, or does not begin.
namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr int kError = 4;

// The program that `ttsoak` runs; 0 if there is none.
pid_t child_of(pid_t ttsoak) {
  for (const auto& [pid, parent] : read_parents()) {
    if (parent == ttsoak) return pid;
  }
  return 0;
}

TEST(EndedTrace, CtrlCEndsTheProgramAndShowsItsHeap) {
  TraceRun run({kKeepsGreetings, "wait"});
  run.wait_for_a_look();
  ::kill(-run.process().pid(), SIGINT);

  EXPECT_EQ(run.finish(), 128 + SIGINT) << run.errors();
  EXPECT_THAT(first_live_stack(run.output()), HasSubstr("keep_greeting"));
}

TEST(EndedTrace, CtrlCWaitsForAProgramThatEndsInItsOwnWay) {
  const std::string program =
      "import os, signal, time\n"
      "def leave(*_):\n"
      "    time.sleep(0.3)\n"
      "    os.write(1, b'bye\\n')\n"
      "    os._exit(5)\n"
      "signal.signal(signal.SIGINT, leave)\n"
      "os.write(1, b'ready\\n')\n"
      "time.sleep(60)\n";
  TraceRun run({"python3", "-c", program});
  run.wait_for_output("ready\n");
  ::kill(-run.process().pid(), SIGINT);

  EXPECT_EQ(run.finish(), 5) << run.errors();
  EXPECT_THAT(run.output(), HasSubstr("bye\n"));
}

TEST(EndedTrace, KilledTtsoakLeavesARecordAndNoProgram) {
  TraceRun run({kKeepsGreetings, "wait"});
  run.wait_for_a_look();
  const pid_t program = child_of(run.process().pid());
  ASSERT_GT(program, 0);
  run.process().end_by(SIGKILL);

  EXPECT_TRUE(is_gone_soon(program));
  EXPECT_THAT(first_live_stack(run.report()), HasSubstr("keep_greeting"));
  EXPECT_THAT(run.file("heap.folded"), HasSubstr("keep_greeting"));
}

TEST(RefusedTrace, CommandThatIsNotThereIsNamedAndNothingStays) {
  TraceRun run({"no-such-program"});

  EXPECT_EQ(run.finish(), kError);
  EXPECT_THAT(run.errors(), AllOf(HasSubstr("no-such-program"), HasSubstr("No such file")));
  EXPECT_THAT(run.output(), IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(run.directory()));
}

TEST(RefusedTrace, DirectoryOfAnotherRunStaysAsItIs) {
  TraceRun first({kKeepsGreetings, "exit", "0"});
  ASSERT_EQ(first.finish(), 0) << first.errors();
  Child second({kTtsoak, "trace", "-o", first.directory().string(), "--", "true"});

  EXPECT_EQ(second.wait(std::chrono::seconds(60)), kError);
  EXPECT_THAT(second.errors(), AllOf(HasSubstr(first.directory().string()),
                                     HasSubstr("holds a run already; name another directory")));
  EXPECT_EQ(first.report(), first.output());
}

TEST(RefusedTrace, StaticProgramIsSaidToBeUntraced) {
  TraceRun run({TTSOAK_BINARY_DIR "/bin/trap_says_hello_statically"});

  EXPECT_EQ(run.finish(), kError);
  EXPECT_THAT(run.errors(), HasSubstr("the tracer was not loaded"));
  EXPECT_THAT(run.output(), HasSubstr("hello"));
}

TEST(RefusedTrace, ProgramWithASanitizerIsNotEvenStarted) {
  TraceRun run({TTSOAK_BINARY_DIR "/bin/traced_sanitized"});

  EXPECT_EQ(run.finish(), kError);
  EXPECT_THAT(run.errors(), AllOf(HasSubstr("traced_sanitized"), HasSubstr("sanitizer (libasan"),
                                  Not(HasSubstr("initial library list"))));
}

TEST(RefusedTrace, TtsoakWithoutItsTracerSaysWhatIsMissing) {
  const TempDirectory elsewhere;
  const std::string lonely = elsewhere.path() / "ttsoak";
  std::filesystem::copy_file(kTtsoak, lonely);
  Child trace({lonely, "trace", "-o", elsewhere.path() / "record", "--", "true"});

  EXPECT_EQ(trace.wait(std::chrono::seconds(60)), kError);
  EXPECT_THAT(trace.errors(), HasSubstr("the tracer is missing: no libttsoak_tracer.so beside"));
}

}  // namespace
}  // namespace ttsoak
