#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gmock/gmock.h"
#include "harness/config/run_config.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::StartsWith;

Result<RunConfig> parse(const std::string& workload, const fs::path& directory = ".") {
  return parse_run_config(R"({"target": {"in_process": true}, "workload": {)" + workload + "}}",
                          directory);
}

WorkloadSpec spec_of(const std::string& workload) {
  const auto config = parse(workload);
  if (!config.ok()) abort_with(config.error().message.c_str());
  return config.value().workload;
}

std::string error_of(const std::string& workload) {
  const auto config = parse(workload);
  return config.ok() ? "no error" : config.error().message;
}

TEST(WorkloadMix, IsNormalAloneUnlessTold) {
  EXPECT_THAT(spec_of("").mix, ElementsAre(Pair(RequestKind::normal, 1)));
}

TEST(WorkloadMix, KindsHaveWeightsAndZeroLeavesOneOut) {
  EXPECT_THAT(spec_of(R"("mix": {"normal": 9, "long": 0.5, "empty": 0})").mix,
              ElementsAre(Pair(RequestKind::normal, 9), Pair(RequestKind::long_text, 0.5)));
}

TEST(WorkloadMix, AbortedShareIsShortForOne) {
  EXPECT_THAT(
      spec_of(R"("aborted_share": 0.25)").mix,
      ElementsAre(Pair(RequestKind::normal, 0.75), Pair(RequestKind::abort_first_audio, 0.25)));
  EXPECT_THAT(error_of(R"("aborted_share": 0.25, "mix": {"normal": 1})"),
              StartsWith("workload.aborted_share: does not go with mix"));
}

TEST(WorkloadMix, NamesWhatIsWrong) {
  EXPECT_THAT(error_of(R"("mix": {"abort": 1})"), HasSubstr("workload.mix.abort: unknown key"));
  EXPECT_THAT(error_of(R"("mix": {"empty": -1})"), StartsWith("workload.mix.empty: expected"));
  EXPECT_THAT(error_of(R"("mix": {"empty": 0})"), StartsWith("workload.mix: expected a weight"));
}

TEST(WorkloadArrival, IsClosedUnlessARateOrARecordingIsThere) {
  EXPECT_EQ(spec_of("").arrival.process, Arrival::Process::closed);
  EXPECT_EQ(spec_of(R"("arrival": {"rate_per_s": 2})").arrival.process, Arrival::Process::constant);
  EXPECT_EQ(spec_of(R"("arrival": {"requests": [{"at_s": 1}]})").arrival.process,
            Arrival::Process::replay);
}

TEST(WorkloadArrival, AtARateManyMayBeInFlightUnlessTold) {
  EXPECT_EQ(spec_of(R"("arrival": {"rate_per_s": 2})").concurrency, 256);
  EXPECT_EQ(spec_of(R"("arrival": {"rate_per_s": 2}, "concurrency": 3)").concurrency, 3);
  EXPECT_EQ(spec_of("").concurrency, 1);
}

TEST(WorkloadArrival, StagesFollowEachOther) {
  const Arrival arrival = spec_of(R"("arrival": {"process": "poisson", "burst": 4,
                 "stages": [{"for_s": 1.5, "rate_per_s": 2}, {"for_s": 60, "rate_per_s": 9}]})")
                              .arrival;
  EXPECT_THAT(arrival.stages,
              ElementsAre(Stage{milliseconds(1500), 2}, Stage{milliseconds(60000), 9}));
  EXPECT_EQ(arrival.burst, 4);
}

TEST(WorkloadArrival, WhatDoesNotGoTogetherIsRefused) {
  EXPECT_THAT(error_of(R"("arrival": {"process": "poisson"})"),
              StartsWith("workload.arrival.rate_per_s: goes with"));
  EXPECT_THAT(error_of(R"("arrival": {"process": "closed", "rate_per_s": 1})"),
              StartsWith("workload.arrival.rate_per_s: goes with"));
  EXPECT_THAT(error_of(R"("arrival": {"process": "replay"})"),
              StartsWith("workload.arrival.file: goes with"));
  EXPECT_THAT(error_of(R"("arrival": {"rate_per_s": 1, "think_s": 1})"),
              StartsWith("workload.arrival.think_s: goes with"));
  EXPECT_THAT(error_of(R"("arrival": {"rate_per_s": 0})"),
              StartsWith("workload.arrival.rate_per_s: expected"));
}

TEST(WorkloadReplay, IsSortedStartsAtZeroAndKeepsWhatItDoesNotKnow) {
  const WorkloadSpec spec = spec_of(R"("arrival": {"requests": [
      {"time": 1700000003.5, "text": "b", "speaker": 7, "mood": "sad"},
      {"time": 1700000001, "voice": "v", "format": "mp3"}]})");
  ASSERT_EQ(spec.arrival.replay.size(), 2U);
  EXPECT_EQ(spec.arrival.replay[0], (ReplayEntry{RunTime(0), "", "v", "mp3", {}}));
  EXPECT_EQ(spec.arrival.replay[1],
            (ReplayEntry{milliseconds(2500), "b", "", "", {{"mood", "sad"}, {"speaker", "7"}}}));
  EXPECT_EQ(spec.requests_per_cycle, 2);
}

TEST(WorkloadReplay, ComesFromAFileBesideTheConfigAndErrorsNameTheRequest) {
  const fs::path directory =
      fs::temp_directory_path() / ("ttsoak-replay-" + std::to_string(::getpid()));
  fs::create_directories(directory);
  const auto load = [&](const std::string& lines) {
    std::ofstream(directory / "trace.jsonl") << lines;
    return parse(R"("arrival": {"file": "trace.jsonl", "speed": 10})", directory);
  };
  const auto good = load("{\"at_s\": 0, \"text\": \"a\"}\n\n{\"at_s\": 2}\n");
  ASSERT_TRUE(good.ok()) << good.error().message;
  EXPECT_EQ(good.value().workload.arrival.replay.size(), 2U);
  EXPECT_EQ(good.value().workload.arrival.speed, 10);

  EXPECT_THAT(load("{\"at_s\": 0}\n{\"text\": \"a\"}\n").error().message,
              HasSubstr("trace.jsonl: request 2: expected \"at_s\""));
  EXPECT_THAT(load("{\"at_s\": 0}\nnonsense\n").error().message,
              HasSubstr("trace.jsonl, request 2: not valid JSON"));
  EXPECT_THAT(load("{\"at_s\": 0, \"voice\": 3}\n").error().message,
              HasSubstr("voice: expected a string"));
  fs::remove_all(directory);
}

TEST(WorkloadSection, ComesBackFromItsJson) {
  for (
      const char* workload :
      {R"("mix": {"normal": 3, "bad_json": 1}, "abort_after_s": 0.25, "slow_reader_bytes_per_s": 99)",
       R"("arrival": {"think_s": 0.5})", R"("arrival": {"rate_per_s": 0.7, "burst": 3})",
       R"("voices": [{"name": "a", "weight": 3}, "b"])",
       R"("arrival": {"process": "poisson", "stages": [{"for_s": 9, "rate_per_s": 0.1}]})",
       R"("arrival": {"speed": 2, "requests": [{"at_s": 0, "text": "t", "x": "y"}, {"at_s": 1.25}]})"}) {
    const auto config = parse(workload);
    ASSERT_TRUE(config.ok()) << config.error().message;
    const auto again = parse_run_config(to_json(config.value()).dump(), ".");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again.value(), config.value()) << workload;
  }
}

}  // namespace
}  // namespace ttsoak
