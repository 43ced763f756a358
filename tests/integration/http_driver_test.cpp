// The HTTP driver against a server that misbehaves on purpose.
#include "harness/drive/http_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/scripted_server.h"
#include "tests/integration/soak_run.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::Each;
using testing::Field;
using testing::HasSubstr;

class OutcomeList : public ObservationSink {
 public:
  void record(Observation observation) override {
    outcomes.push_back(std::get<RequestOutcome>(std::move(observation)));
  }
  std::vector<RequestOutcome> outcomes;
};

RunConfig config_for(const std::string& url, int requests, int concurrency = 1) {
  RunConfig config;
  config.target.url = url;
  config.workload.texts = {"Hello there."};
  config.workload.voices = {"any"};
  config.workload.requests_per_cycle = requests;
  config.workload.concurrency = concurrency;
  config.workload.timeouts = {60s, 60s, 60s};
  return config;
}

// Runs `cycles` cycles against the server of `script` and returns every outcome.
std::vector<RequestOutcome> drive(const RunConfig& config, int cycles = 1,
                                  const std::atomic<bool>* stop = nullptr) {
  OutcomeList list;
  auto driver = make_http_driver(config, {RunClock(), &list, stop, nullptr});
  EXPECT_TRUE(driver.ok());
  const Workload workload(config.workload);
  for (int cycle = 1; cycle <= cycles; ++cycle) {
    driver.value()->run_cycle(cycle, workload.cycle(cycle));
  }
  return list.outcomes;
}

RequestOutcome drive_one(const ScriptedReply& reply, const Timeouts& timeouts = {60s, 60s, 60s}) {
  ScriptedServer server([&](int, const std::string&) { return reply; });
  auto config = config_for(server.url(), 1);
  config.workload.timeouts = timeouts;
  const auto outcomes = drive(config);
  EXPECT_EQ(outcomes.size(), 1U);
  EXPECT_EQ(server.requests(), 1) << "nothing is sent twice";
  return outcomes.empty() ? RequestOutcome{} : outcomes.front();
}

TEST(HttpDriver, AGoodReplyHasAllItsTimesInOrder) {
  const RequestOutcome outcome = drive_one({wav_reply(1.0), false, 30ms});
  EXPECT_EQ(outcome.error, RequestError::none) << outcome.detail;
  EXPECT_EQ(outcome.http_status, 200);
  EXPECT_EQ(outcome.audio_us, 1000000);
  EXPECT_EQ(outcome.body_bytes, 48044);
  EXPECT_LE(outcome.intended, outcome.sent);
  EXPECT_GE(outcome.first_byte, outcome.sent + RunTime(30ms));
  EXPECT_LE(outcome.first_byte, outcome.done);
}

TEST(HttpDriver, ConnectionsAreKeptAcrossCycles) {
  ScriptedServer server([](int, const std::string&) { return ScriptedReply{wav_reply(1.0)}; });
  const auto outcomes = drive(config_for(server.url(), 20, 3), 4);
  EXPECT_EQ(outcomes.size(), 80U);
  EXPECT_THAT(outcomes, Each(Field(&RequestOutcome::error, RequestError::none)));
  EXPECT_EQ(server.connections(), 3);
}

TEST(HttpDriver, AConnectionClosedWhileIdleIsReplacedAndIsNoError) {
  ScriptedServer server([](int, const std::string&) {
    return ScriptedReply{wav_reply(1.0), true};
  });
  auto config = config_for(server.url(), 5);
  OutcomeList list;
  auto driver = make_http_driver(config, {RunClock(), &list, nullptr, nullptr});
  ASSERT_TRUE(driver.ok());
  const Workload workload(config.workload);
  for (int cycle = 1; cycle <= 5; ++cycle) {
    driver.value()->run_cycle(cycle, {workload.cycle(cycle).front()});
    server.wait_until_hung_up();
  }
  EXPECT_THAT(list.outcomes, Each(Field(&RequestOutcome::error, RequestError::none)));
  EXPECT_EQ(server.connections(), 5);
}

TEST(HttpDriver, AnAbortedRequestHangsUpOnceAudioComesAndIsNoError) {
  ScriptedServer server([](int, const std::string&) { return ScriptedReply{wav_reply(60.0)}; });
  auto config = config_for(server.url(), 8);
  config.workload.mix = {{RequestKind::normal, 1}, {RequestKind::abort_first_audio, 1}};
  const auto outcomes = drive(config);
  ASSERT_EQ(outcomes.size(), 8U);
  EXPECT_THAT(outcomes, Each(Field(&RequestOutcome::error, RequestError::none)));
  int aborted = 0;
  for (const RequestOutcome& outcome : outcomes) {
    aborted += outcome.aborted ? 1 : 0;
    EXPECT_EQ(outcome.aborted, outcome.body_bytes < 60 * 48000) << outcome.body_bytes;
    EXPECT_GT(outcome.first_byte, outcome.sent);
  }
  EXPECT_EQ(aborted, 4);
}

TEST(HttpDriver, EachWayToFailHasItsName) {
  EXPECT_EQ(drive_one({http_reply("503 Busy", "text/plain", "loading")}).error,
            RequestError::http_status);
  EXPECT_EQ(drive_one({http_reply("200 OK", "text/html", wav_body(1))}).error,
            RequestError::content_type);
  EXPECT_EQ(drive_one({http_reply("200 OK", "audio/wav", R"({"error":"out of memory"})")}).error,
            RequestError::error_in_body);
  EXPECT_EQ(drive_one({http_reply("200 OK", "audio/wav", wav_body(1).substr(0, 9000))}).error,
            RequestError::bad_audio);
  EXPECT_EQ(drive_one({wav_reply(0.01)}).error, RequestError::short_audio);
  EXPECT_EQ(drive_one({wav_reply(1.0).substr(0, 9000), true}).error, RequestError::reset);
  EXPECT_EQ(drive_one({"", true}).error, RequestError::reset);
  EXPECT_EQ(drive_one({"this is not HTTP at all\r\n\r\n", true}).error, RequestError::protocol);
}

TEST(HttpDriver, AServerThatHangsIsATimeoutInEitherPhase) {
  const RequestOutcome silent = drive_one({wav_reply(1.0), false, kForGood}, {60s, 200ms, 60s});
  EXPECT_EQ(silent.error, RequestError::timeout);
  EXPECT_EQ(silent.first_byte, RunTime{0});
  ScriptedReply stalls{wav_reply(1.0)};
  stalls.pause_after = 5000;
  stalls.pause = kForGood;
  const RequestOutcome stalled = drive_one(stalls, {60s, 60s, 3s});
  EXPECT_EQ(stalled.error, RequestError::timeout);
  EXPECT_NE(stalled.first_byte, RunTime{0});
}

TEST(HttpDriver, ABadReplyDoesNotSpoilTheNextRequest) {
  ScriptedServer server([](int n, const std::string&) {
    return n % 2 == 0 ? ScriptedReply{wav_reply(1.0).substr(0, 5000), true}
                      : ScriptedReply{wav_reply(1.0)};
  });
  const auto outcomes = drive(config_for(server.url(), 10));
  ASSERT_EQ(outcomes.size(), 10U);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    EXPECT_EQ(outcomes[i].error, i % 2 == 0 ? RequestError::reset : RequestError::none);
  }
}

TEST(HttpDriver, NobodyListeningIsAConnectError) {
  const auto outcomes = drive(config_for(local_url(free_port()), 3));
  EXPECT_EQ(outcomes.size(), 3U);
  EXPECT_THAT(outcomes, Each(Field(&RequestOutcome::error, RequestError::connect)));
}

TEST(HttpDriver, StopEndsRequestsInFlightAndRecordsNoneOfThem) {
  std::atomic<bool> stop{false};
  ScriptedServer server([&](int, const std::string&) {
    stop = true;
    return ScriptedReply{wav_reply(1.0), false, kForGood};
  });
  EXPECT_TRUE(drive(config_for(server.url(), 100, 2), 1, &stop).empty());
}

TEST(HttpDriver, ChunkedStreamingIsReadToItsEnd) {
  const std::string body = wav_body(1.0);
  std::string reply =
      "HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (std::size_t at = 0; at < body.size(); at += 4096) {
    const std::string piece = body.substr(at, 4096);
    char size[16];
    std::snprintf(size, sizeof size, "%zx\r\n", piece.size());
    reply += size + piece + "\r\n";
  }
  const std::string whole = reply + "0\r\n\r\n";
  EXPECT_EQ(drive_one({whole}).error, RequestError::none);
  EXPECT_EQ(drive_one({reply, true}).error, RequestError::reset) << "no last chunk";
}

}  // namespace
}  // namespace ttsoak
