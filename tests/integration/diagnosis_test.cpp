#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tests/integration/soak_run.h"

// Which traffic `ttsoak diagnose` names for the faults of the reference engine that some traffic
// alone triggers, over HTTP.
namespace ttsoak {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// The first two are of several sentences: the client can hang up while the next is being spoken.
constexpr const char* kConfig = R"({
  "target": {"url": "http://127.0.0.1:9"},
  "workload": {
    "texts": ["Yes. It is. So it is.", "Good day. Go on. Thank you.", "No. Not now."],
    "voices": ["awb", "rms", "slt"],
    "formats": ["wav", "pcm"],
    "requests_per_cycle": REQUESTS,
    "quiesce": {"settle_s": 0.2, "limit_s": 3}
  }
})";

struct Diagnosis {
  std::string sentence;
  std::vector<std::string> grow;  // dimensions, and their values behind a colon
  std::string output;
};

Diagnosis diagnose(const std::string& fault, const std::string& requests_per_cycle = "10") {
  const TempDirectory files;
  std::string config = kConfig;
  config.replace(config.find("REQUESTS"), std::strlen("REQUESTS"), requests_per_cycle);
  const std::uint16_t port = free_port();
  std::string launch = std::string(kTtsoak) + " engine serve --port " + std::to_string(port);
  if (!fault.empty()) launch += " --fault " + fault;
  Child child({kTtsoak, "diagnose", files.write("config.json", config), "--url", local_url(port),
               "--launch", launch, "--output", files.path().string()},
              {"TMPDIR=" + files.path().string()});
  EXPECT_EQ(child.wait(std::chrono::minutes(8)), 0) << child.output() << child.errors();
  Diagnosis diagnosis;
  diagnosis.output = child.output() + child.errors();
  for (const auto& entry : std::filesystem::directory_iterator(files.path())) {
    std::ifstream file(entry.path() / "report.json");
    if (!file) continue;
    const nlohmann::json trigger = nlohmann::json::parse(file)["trigger"];
    diagnosis.sentence = trigger["sentence"];
    Child again({kTtsoak, "report", entry.path().string()});
    EXPECT_EQ(again.wait(std::chrono::minutes(1)), 0) << again.errors();
    EXPECT_THAT(again.output(), ::testing::StartsWith(diagnosis.sentence));
    for (const auto& effect : trigger["effects"]) {
      if (!effect["grows"].get<bool>()) continue;
      const std::string value =
          effect["value"].is_null() ? "" : ":" + effect["value"].get<std::string>();
      diagnosis.grow.push_back(effect["dimension"].get<std::string>() + value);
    }
  }
  ::testing::Test::RecordProperty("sentence", diagnosis.sentence);
  return diagnosis;
}

// That the sentence names this trigger, with `low` to `high` KiB for each, and no other.
void expect_only(const Diagnosis& diagnosis, const std::string& trigger, double low, double high) {
  const std::string& sentence = diagnosis.sentence;
  EXPECT_THAT(sentence, ContainsRegex("^It grows by [0-9.]+ KiB for every " + trigger +
                                      " \\[[^]]*\\]; nothing else that was tried adds to that"))
      << diagnosis.output;
  const std::size_t figure = std::string("It grows by ").size();
  if (sentence.size() < figure) return;
  const double kib = std::stod(sentence.substr(figure));
  EXPECT_GT(kib, low) << diagnosis.output;
  EXPECT_LT(kib, high) << diagnosis.output;
}

TEST(Diagnosis, HealthyEngineGrowsWithNoTraffic) {
  EXPECT_THAT(diagnose("").sentence, HasSubstr("that were tried makes it grow."));
}

TEST(Diagnosis, AbortedRequestsAreNamed) {
  expect_only(diagnose("abort_state=1"), "aborted request", 60, 75);
}

TEST(Diagnosis, RequestsForAnUnknownVoiceAreNamed) {
  expect_only(diagnose("stored_exception=1"), "request for an unknown voice", 34, 46);
}

TEST(Diagnosis, NewLengthsAreNamed) {
  expect_only(diagnose("shape_cache=1"), "length of text not sent before", 86, 108);
}

TEST(Diagnosis, NewMixesOfVoicesAreNamed) {
  expect_only(diagnose("voice_mix_cache=1"), "mix of voices not asked for before", 42, 56);
}

TEST(Diagnosis, TheOneVoiceThatLeaksIsNamed) {
  expect_only(diagnose("one_voice=1"), "request for voice [a-z]+", 28, 37);
}

TEST(Diagnosis, GrowthWithEveryRequestIsWhateverTheTraffic) {
  // That cache takes its memory for 16 requests at a time.
  const Diagnosis diagnosis = diagnose("text_cache=1", "16");
  EXPECT_THAT(diagnosis.sentence, ContainsRegex("for every request \\[.*whatever the traffic\\."))
      << diagnosis.output;
}

}  // namespace
}  // namespace ttsoak
