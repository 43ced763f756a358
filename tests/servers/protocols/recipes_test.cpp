// Every recipe against a fake of its server, which checks strictly what it is sent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/api/recipe.h"
#include "harness/api/recognise.h"
#include "harness/drive/audio_check.h"
#include "tests/servers/protocols/drive_fake.h"
#include "tests/servers/protocols/fake_server.h"

namespace ttsoak {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr double kSecondsPerCharacter = 0.1;
constexpr int kFakeRate = 24000;

// What is special in JSON, URLs, forms and templates.
const std::string kNasty = "A \"text\" & <b> 50% + ?#=\\ ${voice} \xE6\x97\xA5";

bool is_http(const std::string& name) { return name != "wyoming" && name != "vibevoice"; }

std::vector<std::string> recipe_names() {
  std::vector<std::string> names;
  for (const Recipe& recipe : recipes()) names.push_back(recipe.name);
  return names;
}

class RecipeTest : public testing::TestWithParam<std::string> {
 protected:
  RecipeTest() : server_(GetParam()) {
    if (GetParam() == "wyoming") server_.speaks_tcp();
  }

  // Headerless samples are counted at the rate that the recipe says, which is not always the
  // fake's.
  static double expected_seconds(const RunConfig& config, const std::string& text) {
    const double said = kSecondsPerCharacter * static_cast<double>(count_characters(text));
    return config.request.expect == "wav" ? said : said * kFakeRate / config.request.pcm_rate;
  }

  FakeServer server_;
};

TEST_P(RecipeTest, SpeaksAndTellsTroubleApart) {
  const RunConfig config = config_for_api(GetParam(), server_.url());
  const std::string plain = "The library closes at eight tonight.";
  const auto outcomes = drive(config, {{plain},
                                       {kNasty},
                                       {plain + " #503"},
                                       {plain + " #error200"},
                                       {plain + " #truncate"},
                                       {plain + " #reset"},
                                       {plain}});
  ASSERT_EQ(outcomes.size(), 7U);

  for (const std::size_t good : {0U, 1U, 6U}) {
    const RequestOutcome& outcome = outcomes[good];
    EXPECT_EQ(outcome.error, RequestError::none) << good << ": " << outcome.detail;
    const double seconds = static_cast<double>(outcome.audio_us) / 1e6;
    EXPECT_NEAR(seconds, expected_seconds(config, good == 1 ? kNasty : plain), 0.001) << good;
    EXPECT_LE(outcome.sent, outcome.first_byte);
    EXPECT_LE(outcome.first_byte, outcome.done);
  }
  EXPECT_EQ(outcomes[2].error, is_http(GetParam()) ? RequestError::http_status  //
                                                   : RequestError::error_in_body)
      << outcomes[2].detail;
  EXPECT_EQ(outcomes[3].error, RequestError::error_in_body) << outcomes[3].detail;
  EXPECT_THAT(outcomes[4].error, AnyOf(RequestError::bad_audio, RequestError::short_audio))
      << outcomes[4].detail;
  // A websocket may be closed with a code even by a server that crashes.
  EXPECT_THAT(outcomes[5].error,
              AnyOf(RequestError::reset,
                    is_http(GetParam()) ? RequestError::reset : RequestError::error_in_body))
      << outcomes[5].detail;
}

TEST_P(RecipeTest, HangsUpWhenToldToAndReadsSlowly) {
  RunConfig config = config_for_api(GetParam(), server_.url());
  // 150 KB in over a second; and a minute of speech, more than the buffers on the way hold.
  config.workload.slow_reader_bytes_per_s = 100000;
  const std::string slow(32, 'a');
  const std::string endless(1200, 'a');
  const auto outcomes = drive(config, {{endless, RequestKind::abort_at_headers},
                                       {endless, RequestKind::abort_first_audio},
                                       {slow, RequestKind::slow_reader},
                                       {slow}});
  ASSERT_EQ(outcomes.size(), 4U);
  for (const RequestOutcome& outcome : outcomes) {
    EXPECT_EQ(outcome.error, RequestError::none) << outcome.request_class << ": " << outcome.detail;
  }
  EXPECT_TRUE(outcomes[0].aborted);
  EXPECT_EQ(outcomes[0].first_byte, RunTime{0});
  EXPECT_TRUE(outcomes[1].aborted);
  EXPECT_GT(outcomes[1].body_bytes, 0);
  EXPECT_FALSE(outcomes[2].aborted);
  EXPECT_EQ(outcomes[2].audio_us, outcomes[3].audio_us);
  EXPECT_GT(outcomes[2].done - outcomes[2].sent, RunTime(std::chrono::seconds(1)));
}

TEST_P(RecipeTest, IsFoundByAskingUnlessItIsAnotherWayToSpeakToTheSame) {
  TargetSpec target;
  target.url = server_.url();
  const auto found = recognise(target);
  ASSERT_TRUE(found.ok()) << found.error().message;
  const Recipe own = find_recipe(GetParam()).value();
  if (own.probe || GetParam() == "wyoming") {
    EXPECT_EQ(found.value().recipe.name, GetParam());
    EXPECT_FALSE(found.value().why.empty());
  } else {
    EXPECT_EQ(found.value().recipe.url.substr(0, 4), own.url.substr(0, 4));
    EXPECT_NE(found.value().recipe.name, GetParam());
  }
}

INSTANTIATE_TEST_SUITE_P(All, RecipeTest, testing::ValuesIn(recipe_names()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace ttsoak
