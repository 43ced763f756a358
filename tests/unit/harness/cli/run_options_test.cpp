#include "harness/cli/run_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace ttsoak {
namespace {

using testing::HasSubstr;

RunOptions parse(std::vector<std::string> arguments) {
  CLI::App app;
  RunOptions options;
  add_run_options(app, options);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  app.parse(arguments);
  return options;
}

RunConfig config_of(const std::vector<std::string>& arguments) {
  auto config = make_run_config(parse(arguments));
  EXPECT_TRUE(config.ok()) << config.error().message;
  return std::move(config).value();
}

std::string error_of(const std::vector<std::string>& arguments) {
  const auto config = make_run_config(parse(arguments));
  return config.ok() ? "none" : config.error().message;
}

TEST(RunOptions, AUrlIsEnough) {
  const RunConfig config = config_of({"--url", "http://127.0.0.1:8880"});
  EXPECT_EQ(config.target.url, "http://127.0.0.1:8880");
  EXPECT_EQ(config.workload.cycles * config.workload.requests_per_cycle, 1000);
  EXPECT_FALSE(config.workload.texts.empty());
}

TEST(RunOptions, NothingToSoakIsAnErrorThatSaysWhatToName) {
  EXPECT_THAT(error_of({}), HasSubstr("--url"));
}

TEST(RunOptions, OptionsOverrideTheConfigAndKeepTheRest) {
  const std::string file = TTSOAK_SOURCE_DIR "/configs/quickstart.json";
  const RunConfig config = config_of({file, "--seed", "7", "--budget", "4KiB"});
  EXPECT_EQ(config.workload.seed, 7U);
  EXPECT_EQ(config.thresholds.rss_growth_bytes_per_request, 4096);
  EXPECT_EQ(config.workload.concurrency, 2);
  EXPECT_FALSE(config.target.launch.empty());
}

class ConfigFile {
 public:
  explicit ConfigFile(const std::string& text)
      : path_(testing::TempDir() + "config-" + std::to_string(::getpid()) + ".json") {
    std::ofstream(path_) << text;
  }
  ConfigFile(const ConfigFile&) = delete;
  ConfigFile& operator=(const ConfigFile&) = delete;
  ~ConfigFile() { std::filesystem::remove(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(RunOptions, AConfigWithoutATargetIsCompletedByAUrl) {
  const ConfigFile file(R"({"workload": {"cycles": 3}} // no target)");
  EXPECT_EQ(config_of({file.path(), "--url", "http://h"}).workload.cycles, 3);
  EXPECT_THAT(error_of({file.path()}), HasSubstr("target"));
}

TEST(RunOptions, InProcessAndUrlReplaceEachOther) {
  const ConfigFile url(R"({"target": {"url": "http://h", "launch": ["x"]}})");
  EXPECT_TRUE(config_of({url.path(), "--in-process"}).target.in_process);
  const ConfigFile engine(R"({"target": {"in_process": true, "faults": ["text_cache"]}})");
  EXPECT_EQ(config_of({engine.path(), "--url", "http://h"}).target.url, "http://h");
}

TEST(RunOptions, AConfigThatIsNoObjectIsAnErrorThatNamesTheFile) {
  for (const char* text : {"[1]", "3", "\"x\"", "{", ""}) {
    const ConfigFile file(text);
    EXPECT_THAT(error_of({file.path(), "--url", "http://h"}), HasSubstr(file.path())) << text;
  }
}

TEST(RunOptions, ALaunchCommandGoesThroughTheShell) {
  const RunConfig config =
      config_of({"--url", "http://127.0.0.1:1", "--launch", "A=1 server --port 1"});
  EXPECT_EQ(config.target.launch.back(), "exec env A=1 server --port 1");
  const RunConfig compound = config_of({"--url", "http://127.0.0.1:1", "--launch", "cd x && ./s"});
  EXPECT_EQ(compound.target.launch.back(), "cd x && ./s");
}

TEST(RunOptions, AFaultMeansInProcess) {
  const RunConfig config = config_of({"--fault", "text_cache=0.5"});
  EXPECT_TRUE(config.target.in_process);
  EXPECT_THAT(config.target.faults, testing::ElementsAre("text_cache=0.5"));
}

TEST(RunOptions, ABadValueIsToldByItsPath) {
  EXPECT_THAT(error_of({"--url", "http://h", "--budget", "many"}),
              HasSubstr("thresholds.rss_growth_per_request"));
  EXPECT_THAT(error_of({"--url", "http://h", "--concurrency", "0"}),
              HasSubstr("workload.concurrency"));
  EXPECT_NE(error_of({"--url", "http://h", "--requests", "0"}), "none");
}

TEST(SpreadRequests, MakesCyclesOfTwentyFiveAndAtMost160) {
  WorkloadSpec workload;
  spread_requests(4000, workload);
  EXPECT_EQ(workload.cycles, 160);
  EXPECT_EQ(workload.requests_per_cycle, 25);
  spread_requests(1000000, workload);
  EXPECT_EQ(workload.cycles, 160);
  EXPECT_EQ(workload.requests_per_cycle, 6250);
  spread_requests(30, workload);
  EXPECT_EQ(workload.cycles * workload.requests_per_cycle, 30) << "and not 50";
  spread_requests(10, workload);
  EXPECT_EQ(workload.cycles, 1);
  EXPECT_EQ(workload.requests_per_cycle, 10);
}

TEST(RunOptions, AnApiBringsItsUrlAndItsRequestUnlessToldOtherwise) {
  const RunConfig config = config_of({"--api", "voicevox"});
  EXPECT_EQ(config.target.url, "http://127.0.0.1:50021");
  EXPECT_EQ(config.request.steps.size(), 2U);
  EXPECT_EQ(config.api, "voicevox");
  EXPECT_EQ(config_of({"--api", "voicevox", "--url", "http://h:1"}).target.url, "http://h:1");
}

TEST(RunOptions, AConfigMayNameAnApiAndChangeSomeOfIt) {
  const ConfigFile file(R"({"api": "kokoro", "request": {"body": {"speed": 1.2}}})");
  const RunConfig config = config_of({file.path()});
  const nlohmann::json& body = config.request.steps.front().body;
  EXPECT_EQ(body["speed"], 1.2);
  EXPECT_EQ(body["model"], "kokoro");
}

TEST(RunOptions, AnApiThatIsNotKnownOrCannotBeAskedIsAnError) {
  EXPECT_THAT(error_of({"--api", "kokoru"}), HasSubstr("there are auto, "));
  EXPECT_THAT(error_of({"--api", "auto"}), HasSubstr("name the --url"));
  EXPECT_THAT(error_of({"--api", "auto", "--url", "http://127.0.0.1:1"}),
              HasSubstr("start it first"));
  EXPECT_THAT(error_of({"--api", "auto", "--url", "http://127.0.0.1:1", "--launch", "x"}),
              HasSubstr("with --launch"));
}

TEST(RunOptions, AVariableThatIsNotThereIsAnError) {
  const ConfigFile file(
      R"({"api": "openai", "request": {"headers": {"A": "${env.TTSOAK_NO_SUCH}"}}})");
  EXPECT_THAT(error_of({file.path()}), HasSubstr("export TTSOAK_NO_SUCH"));
}

}  // namespace
}  // namespace ttsoak
