#include <sstream>

#include "gmock/gmock.h"
#include "tests/integration/container/docker.h"

// `ttsoak run --container` with a container engine that is none of ours.
namespace ttsoak {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kFail = 1;
constexpr int kError = 4;

// More cycles than the memory lasts for. Its URL is nobody's.
constexpr const char* kConfig = R"({
  "workload": {
    "cycles": 400, "requests_per_cycle": 25, "texts": ["Yes.", "No."],
    "quiesce": {"settle_s": 0.2, "limit_s": 1}
  },
  "target": {"url": "http://127.0.0.1:9"}
})";

// What `ttsoak tracer export` tells to add to `docker run`.
std::vector<std::string> export_tracer_to(const std::filesystem::path& directory) {
  Child exporting({kTtsoak, "tracer", "export", directory.string(), "--root", "/"});
  EXPECT_EQ(exporting.wait(std::chrono::seconds(60)), 0) << exporting.errors();
  EXPECT_EQ(exporting.errors(), "");
  std::vector<std::string> flags;
  std::istringstream lines(exporting.output());
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("    -")) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) flags.push_back(word);
  }
  return flags;
}

class ContainerSoak : public testing::Test {
 protected:
  void SetUp() override {
    if (!docker_.refusal().empty()) GTEST_SKIP() << docker_.refusal();
    docker_.make_image("ttsoak-test");
  }

  // Starts the engine in a container.
  void start(const std::vector<std::string>& flags, const std::string& memory,
             const std::vector<std::string>& faults = {}) const {
    std::vector<std::string> arguments = {"run",           "--detach", "--name",   "tts",
                                          "--network",     "host",     "--memory", memory,
                                          "--memory-swap", memory};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(arguments.end(), {"ttsoak-test", "/opt/bin/ttsoak", "engine", "serve",
                                       "--port", std::to_string(port_)});
    for (const std::string& fault : faults) arguments.insert(arguments.end(), {"--fault", fault});
    docker_.command(arguments);
    wait_for_listener(port_);
  }

  [[nodiscard]] std::vector<std::string> arguments(const std::string& container) const {
    return {files_.write("config.json", kConfig), "--url", local_url(port_), "--container",
            container};
  }

  Docker docker_;
  TempDirectory files_;
  std::uint16_t port_ = free_port();
};

TEST_F(ContainerSoak, EndsWhereTheOomKillerComesAndNamesItTheLimitAndTheLeak) {
  // The arena goes from 16 to 32 MiB after 125 requests, which ends it at once; by the leak alone
  // it would first fight for long for the pages of its own code.
  start(export_tracer_to(files_.path() / "tracer"), "48m", {"text_cache=1", "warmup_staircase=1"});
  SoakRun run(arguments("tts"), {docker_.variable()});

  EXPECT_EQ(run.finish(), kFail) << run.story();
  EXPECT_THAT(run.story(), AllOf(HasSubstr("FAIL"), HasSubstr("the kernel's OOM killer"),
                                 HasSubstr("memory limit 48 MiB")));
  const auto report = run.report();
  EXPECT_THAT(event_details(report, "target_crashed"),
              ElementsAre("was killed by the kernel's OOM killer (memory limit 48 MiB)"));
  ASSERT_FALSE(report["heap"].is_null()) << run.process().output();
  std::string owners;
  for (const auto& stack : report["heap"]["gained"]) owners += stack["owner"].get<std::string>();
  EXPECT_THAT(owners, HasSubstr("TextCache::on_done")) << run.process().output();
}

TEST_F(ContainerSoak, FailsWhereTheContainerIsRestarted) {
  start({}, "256m");
  SoakRun run(arguments("tts"), {docker_.variable()});
  run.wait_for_cycle(2);
  docker_.command({"restart", "--time", "0", "tts"});

  EXPECT_EQ(run.finish(), kFail) << run.story();
  // Perhaps without the second start, if that comes late.
  EXPECT_THAT(event_details(run.report(), "target_crashed"),
              ElementsAre(ContainsRegex("started again|exited with status|was killed by SIG")));
}

TEST_F(ContainerSoak, ContainerThatIsNotThereOrDoesNotRunIsRefused) {
  start({}, "256m");
  docker_.command({"kill", "tts"});
  Child server({kTtsoak, "engine", "serve", "--port", std::to_string(port_)});
  wait_for_listener(port_);
  SoakRun unknown(arguments("nobody"), {docker_.variable()});
  EXPECT_EQ(unknown.finish(), kError);
  EXPECT_THAT(unknown.process().errors(), HasSubstr("no container nobody"));
  SoakRun ended(arguments("tts"), {docker_.variable()});
  EXPECT_EQ(ended.finish(), kError);
  EXPECT_THAT(ended.process().errors(),
              HasSubstr("container tts does not run: it was killed by SIGKILL"));
}

}  // namespace
}  // namespace ttsoak
