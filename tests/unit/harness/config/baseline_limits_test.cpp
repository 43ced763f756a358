#include "harness/config/baseline_limits.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "reports/compare/baseline.h"

namespace ttsoak {
namespace {

using testing::HasSubstr;

const std::map<std::string, std::string> kHere = {{"cores", "8"}, {"cpu", "one"}, {"cgroup", "v2"}};

class BaselineLimits : public testing::Test {
 protected:
  BaselineLimits() {
    Baseline baseline;
    baseline.name = "before";
    baseline.requests = 1000;
    baseline.requests_per_cycle = config_.workload.requests_per_cycle;
    baseline.concurrency = config_.workload.concurrency;
    baseline.rss_initial_bytes = 100;
    baseline.rss_after_50_bytes = 200;
    baseline.rss_level_bytes = 300;
    baseline.rss_peak_bytes = 400;
    baseline.growth_upper95 = 500;
    baseline.machine = {{"cores", "8"}, {"cpu", "one"}};
    write(baseline_text(baseline));
    config_.baseline.file = file_;
    config_.baseline.growth_margin = 1000;
  }
  ~BaselineLimits() override { std::filesystem::remove(file_); }

  void write(const std::string& text) const { std::ofstream(file_) << text; }

  std::string error_on(const std::map<std::string, std::string>& machine) {
    const Status error = hold_to_baseline(machine, config_);
    return error ? error->message : "none";
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("ttsoak-base-" + std::to_string(::getpid()));
  RunConfig config_;
};

TEST_F(BaselineLimits, BecomeThresholds) {
  ASSERT_EQ(error_on(kHere), "none");

  const Thresholds& limits = config_.thresholds;
  ASSERT_EQ(limits.rules.size(), 4U);
  EXPECT_EQ(limits.rules[0].metric, ThresholdMetric::rss_initial);
  EXPECT_DOUBLE_EQ(limits.rules[0].limit, 110);
  EXPECT_EQ(limits.rules[3].metric, ThresholdMetric::rss_peak);
  EXPECT_DOUBLE_EQ(limits.rules[3].limit, 440);
  EXPECT_EQ(limits.rss_growth_bytes_per_request, 1500);
}

TEST_F(BaselineLimits, DoNotLoosenABudgetThatIsTighter) {
  config_.thresholds.rss_growth_bytes_per_request = 64;
  ASSERT_EQ(error_on(kHere), "none");

  EXPECT_EQ(config_.thresholds.rss_growth_bytes_per_request, 64);
}

TEST_F(BaselineLimits, OfAnotherMachineAreRefusedUnlessTold) {
  const std::map<std::string, std::string> other = {{"cores", "2"}, {"cpu", "one"}};
  EXPECT_THAT(error_on(other), HasSubstr("made on another machine (cores: 8 and 2)"));
  config_.baseline.unlike_machines = true;
  EXPECT_EQ(error_on(other), "none");
}

TEST_F(BaselineLimits, OfOtherTrafficAreRefused) {
  config_.workload.concurrency = 7;
  EXPECT_THAT(error_on(kHere), HasSubstr("made with concurrency 1, and this is 7"));
}

TEST_F(BaselineLimits, ThatAreNoneNameTheFile) {
  write("{}");
  EXPECT_THAT(error_on(kHere), HasSubstr(file_.string() + ": not a baseline"));
  config_.baseline.file = "/nowhere/b.json";
  EXPECT_THAT(error_on(kHere), HasSubstr("/nowhere/b.json"));
}

TEST(BaselineSection, IsAFileOrAnObject) {
  const auto config = [](const std::string& baseline) {
    return parse_run_config(R"({"target": {"in_process": true}, "baseline": )" + baseline + "}",
                            "/there");
  };
  ASSERT_TRUE(config("\"b.json\"").ok());
  EXPECT_EQ(config("\"b.json\"").value().baseline.file, "/there/b.json");
  EXPECT_EQ(config(R"({"file": "/b.json", "tolerance": 0.2})").value().baseline.tolerance, 0.2);
  EXPECT_THAT(config("{}").error().message, HasSubstr("baseline.file: missing"));
  EXPECT_THAT(config(R"({"file": "b", "margin": 1})").error().message, HasSubstr("unknown key"));
}

}  // namespace
}  // namespace ttsoak
