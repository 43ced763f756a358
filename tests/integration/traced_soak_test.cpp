#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "gmock/gmock.h"
#include "probes/process/listener.h"
#include "reports/record/record_reader.h"
#include "tests/integration/soak_run.h"

// `ttsoak run` with the tracer in the target: whom the report names. A machine that stalls makes a
// run INVALID (3), which says nothing about its stacks.
namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using ::testing::AnyOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// Short, since it is stacks that are asked for and not what they cost. Its URL is nobody's.
constexpr const char* kConfig = R"({
  "workload": {
    "cycles": 40, "requests_per_cycle": 10, "texts": ["Yes.", "No.", "Hello."],
    "quiesce": {"settle_s": 0.2, "limit_s": 1}
  },
  "target": {"url": "http://127.0.0.1:9"}
})";

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string first_owner(const nlohmann::json& stacks) {
  return stacks.empty() ? "nobody" : stacks[0]["owner"].get<std::string>();
}

class TracedSoak : public ::testing::Test {
 protected:
  // `ttsoak run` of the engine, launched or in process, with `fault`; their arguments.
  [[nodiscard]] std::vector<std::string> over_http(const std::string& fault) const {
    std::string launch = std::string(kTtsoak) + " engine serve --port " + std::to_string(port_);
    if (!fault.empty()) launch += " --fault " + fault;
    return {write_config(), "--url", local_url(port_), "--launch", launch};
  }
  [[nodiscard]] std::vector<std::string> in_process(const std::string& fault) const {
    return {write_config(), "--fault", fault};
  }

  [[nodiscard]] std::uint16_t port() const { return port_; }
  nlohmann::json& config() { return config_; }

 private:
  [[nodiscard]] std::string write_config() const {
    return files_.write("config.json", config_.dump());
  }

  nlohmann::json config_ = nlohmann::json::parse(kConfig);
  TempDirectory files_;
  std::uint16_t port_ = free_port();
};

// The fault's source line is the first that is accused.
void expect_text_cache_named(const SoakRun& run) {
  const auto heap = run.report()["heap"];
  ASSERT_FALSE(heap.is_null()) << run.story();
  ASSERT_THAT(first_owner(heap["growing"]),
              ContainsRegex("TextCache::on_done.*text_cache\\.h:[0-9]"))
      << run.story();
  // Its slabs of a MiB are so large that each one is recorded.
  const auto& growth = heap["growing"][0]["growth"];
  EXPECT_NEAR(growth["bytes_per_request"].get<double>(), 65.6e3, 2e3);
}

TEST_F(TracedSoak, FaultIsTheFirstThatIsAccused) {
  SoakRun run(over_http("text_cache=1"));

  EXPECT_THAT(run.finish(), AnyOf(1, 3)) << run.story();
  expect_text_cache_named(run);
  EXPECT_THAT(content_of(run.directory() / "heap.folded"), HasSubstr("TextCache::on_done"));
  EXPECT_EQ(content_of(run.directory() / "heap.pb.gz").substr(0, 2), "\x1f\x8b");

  Child difference({kTtsoak, "report", run.directory(), "--from", "1", "--to", "30"});
  EXPECT_EQ(difference.wait(60s), 0) << difference.errors();
  EXPECT_THAT(difference.output(),
              ContainsRegex("From cycle 1 to cycle 30:\n\nGained: [12][0-9]\\.[0-9] MiB in all"));
  EXPECT_THAT(difference.output(), ContainsRegex("1\\. .*TextCache::on_done"));
}

TEST_F(TracedSoak, HealthyEngineIsAccusedOfNothing) {
  SoakRun run(over_http(""));

  EXPECT_THAT(run.finish(), AnyOf(0, 2, 3)) << run.story();
  const auto heap = run.report()["heap"];
  ASSERT_FALSE(heap.is_null()) << run.story();
  EXPECT_TRUE(heap["enough_cycles"].get<bool>());
  // One in twenty runs may accuse somebody by chance, but then of next to nothing.
  for (const auto& stack : heap["growing"]) {
    EXPECT_LT(stack["growth"]["bytes_per_request_lower95"].get<double>(), 1024) << stack["owner"];
  }
  EXPECT_EQ(heap["troughs"].size(), 41U);
}

TEST_F(TracedSoak, UntracedRunSaysThatTheTracerWasNotLoaded) {
  config()["workload"]["cycles"] = 2;
  auto arguments = over_http("");
  arguments.emplace_back("--no-trace");
  SoakRun run(arguments);

  run.expect_end(2);
  EXPECT_TRUE(run.report()["heap"].is_null());
  EXPECT_THAT(run.process().output(), HasSubstr("tracer was not loaded"));
  EXPECT_FALSE(std::filesystem::exists(run.directory() / "heap.folded"));
}

// Once enough requests of the first cycle are done.
void wait_for_load(const SoakRun& run) {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (true) {
    const auto record = read_run_record(run.directory());
    if (record.ok() && record.value().totals.requests >= 50) return;
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << run.story();
    std::this_thread::sleep_for(50ms);
  }
}

// No trough of a load was read before, so what is named was read and resolved after its death.
TEST_F(TracedSoak, KilledTargetIsStillAskedWhatItHeld) {
  config()["workload"]["requests_per_cycle"] = 100000;
  SoakRun run(over_http("text_cache=1"));
  wait_for_load(run);
  const Result<pid_t> engine = find_listener(port());
  ASSERT_TRUE(engine.ok()) << engine.error().message;
  ::kill(engine.value(), SIGKILL);

  EXPECT_EQ(run.finish(), 1) << run.story();
  EXPECT_THAT(run.story(), HasSubstr("SIGKILL"));
  EXPECT_THAT(content_of(run.directory() / "heap.folded"), HasSubstr("TextCache::on_done"));
  EXPECT_THAT(first_owner(run.report()["heap"]["gained"]), HasSubstr("TextCache::on_done"));
  EXPECT_THAT(run.process().output(), HasSubstr("TextCache::on_done"));
}

TEST_F(TracedSoak, InProcessNamesTheFaultToo) {
  config()["target"] = {{"in_process", true}};
  SoakRun run(in_process("text_cache=1"));

  EXPECT_THAT(run.finish(), AnyOf(1, 3)) << run.story();
  expect_text_cache_named(run);
}

TEST_F(TracedSoak, WhatTheUserPreloadsStaysInPlace) {
  config()["target"] = {{"in_process", true}};
  const std::string harmless = TTSOAK_BINARY_DIR "/bin/traced_harmless.so";
  SoakRun run(in_process("text_cache=1"), {"LD_PRELOAD=" + harmless});
  run.wait_for_cycle(1);
  const std::string maps = content_of("/proc/" + std::to_string(run.process().pid()) + "/maps");

  EXPECT_THAT(maps, HasSubstr("/traced_harmless.so"));
  EXPECT_THAT(maps, HasSubstr("/libttsoak_tracer.so"));
  ::kill(run.process().pid(), SIGINT);
  run.expect_end(2);
}

}  // namespace
}  // namespace ttsoak
