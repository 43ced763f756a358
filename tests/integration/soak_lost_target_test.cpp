#include <csignal>
#include <thread>

#include "gmock/gmock.h"
#include "probes/process/listener.h"
#include "reports/record/record_reader.h"
#include "tests/integration/soak_run.h"

// Targets that die, go away, or are replaced in the middle of a run.
namespace ttsoak {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kServer = TTSOAK_SOURCE_DIR "/tests/integration/soak_server.py";
// Far more cycles than any of these tests lets happen.
// Its URL is nobody's; each test names its own.
constexpr const char* kConfig = R"({
  "workload": {
    "cycles": 400, "requests_per_cycle": 25, "texts": ["Hello."],
    "quiesce": {"settle_s": 0.1, "limit_s": 1}
  },
  "target": {"url": "http://127.0.0.1:9"}
})";

std::vector<std::string> engine(std::uint16_t port) {
  return {kTtsoak, "engine", "serve", "--port", std::to_string(port)};
}

std::string engine_command(std::uint16_t port) {
  return std::string(kTtsoak) + " engine serve --port " + std::to_string(port);
}

// Until so many cycles are where a killed ttsoak cannot lose them.
void wait_for_record(const SoakRun& run, std::size_t cycles) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (true) {
    const auto record = read_run_record(run.directory());
    if (record.ok() && record.value().cycles.size() >= cycles) return;
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << run.story();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

class LostTarget : public ::testing::Test {
 protected:
  [[nodiscard]] std::string config() const { return files_.write("config.json", kConfig); }
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] std::string url() const { return local_url(port_); }

  // Lets a launched engine die of `signal` after two cycles; returns the verdict's sentence.
  std::string sentence_after(int signal) {
    SoakRun run({config(), "--url", url(), "--launch", engine_command(port())});
    run.wait_for_cycle(2);
    const Result<pid_t> listener = find_listener(port());
    if (!listener.ok()) return listener.error().message;
    ::kill(listener.value(), signal);
    EXPECT_EQ(run.finish(), 1) << run.story();
    EXPECT_EQ(event_details(run.report(), "target_crashed").size(), 1U);
    return run.story();
  }

 private:
  TempDirectory files_;
  std::uint16_t port_ = free_port();
};

TEST_F(LostTarget, CrashFailsAndTheSentenceNamesTheSignal) {
  // Not SIGSEGV, which the sanitizers turn into an exit status.
  EXPECT_THAT(sentence_after(SIGABRT), AllOf(HasSubstr("FAIL"), HasSubstr("killed by SIGABRT")));
}

TEST_F(LostTarget, KillIsSaidToBeTheOomKillersPerhaps) {
  EXPECT_THAT(sentence_after(SIGKILL),
              AllOf(HasSubstr("FAIL"), HasSubstr("SIGKILL"), HasSubstr("OOM")));
}

TEST_F(LostTarget, ExitUnderLoadFailsWithItsStatus) {
  SoakRun run({config(), "--url", url(), "--launch",
               "python3 " + std::string(kServer) + " " + std::to_string(port()) + " exits"});

  EXPECT_EQ(run.finish(), 1) << run.story();
  EXPECT_THAT(event_details(run.report(), "target_crashed"), ElementsAre("exited with status 3"));
}

TEST_F(LostTarget, ServerOfSomebodyElseThatVanishesFailsWithoutAGuessAtTheCause) {
  Child server(engine(port()));
  wait_for_listener(port());
  SoakRun run({config(), "--url", url()});
  run.wait_for_cycle(2);
  server.end_by(SIGKILL);

  EXPECT_EQ(run.finish(), 1) << run.story();
  const auto report = run.report();
  EXPECT_EQ(event_details(report, "target_ended").size(), 1U);
  EXPECT_EQ(event_details(report, "target_crashed").size(), 0U);
  EXPECT_EQ(root_process(report)["pid"], server.pid());
  EXPECT_THAT(run.story(), HasSubstr("how it ended is not visible"));
}

TEST_F(LostTarget, ServerThatIsReplacedMakesTheRunInvalid) {
  Child first(engine(port()));
  wait_for_listener(port());
  SoakRun run({config(), "--url", url()});
  run.wait_for_cycle(2);
  first.end_by(SIGKILL);
  const Child second(engine(port()));

  EXPECT_EQ(run.finish(), 3) << run.story();
  EXPECT_THAT(event_details(run.report(), "target_restarted"),
              ElementsAre(AllOf(HasSubstr(std::to_string(first.pid())),
                                HasSubstr(std::to_string(second.pid())))));
}

TEST_F(LostTarget, KilledRunCanBeJudgedAndLeavesNoServerBehind) {
  SoakRun run({config(), "--url", url(), "--launch", engine_command(port())});
  wait_for_record(run, 3);
  const Result<pid_t> server = find_listener(port());
  ASSERT_TRUE(server.ok());
  run.process().end_by(SIGKILL);

  EXPECT_TRUE(is_gone_soon(server.value()));
  Child judge({kTtsoak, "report", run.directory().string()});
  EXPECT_EQ(judge.wait(std::chrono::seconds(60)), 2) << judge.output() << judge.errors();
  const auto report = run.report();
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(root_process(report)["pid"], server.value());
  EXPECT_GE(report["troughs"].size(), 3U);
}

TEST_F(LostTarget, InterruptedRunIsJudgedByWhatItHas) {
  SoakRun run({config(), "--url", url(), "--launch", engine_command(port())});
  run.wait_for_cycle(2);
  const Result<pid_t> server = find_listener(port());
  ASSERT_TRUE(server.ok());
  ::kill(run.process().pid(), SIGINT);

  run.expect_end(2);
  EXPECT_TRUE(is_gone_soon(server.value()));
  const auto report = run.report();
  EXPECT_EQ(report["end_reason"], "interrupted");
  EXPECT_EQ(event_details(report, "run_interrupted").size(), 1U);
  EXPECT_GE(report["troughs"].size(), 2U);
  EXPECT_LT(report["troughs"].size(), 400U);
}

}  // namespace
}  // namespace ttsoak
