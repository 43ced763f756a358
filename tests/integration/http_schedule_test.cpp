// The HTTP driver when requests are sent on schedule, and requests that are odd.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <thread>

#include "harness/drive/http_driver.h"
#include "tests/integration/scripted_server.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::Each;
using testing::Field;

class OutcomeList : public ObservationSink {
 public:
  void record(Observation observation) override {
    outcomes.push_back(std::get<RequestOutcome>(std::move(observation)));
  }
  std::vector<RequestOutcome> outcomes;
};

RunConfig config_for(const ScriptedServer& server, int requests) {
  RunConfig config;
  config.target.url = server.url();
  config.workload.texts = {"Hello there."};
  config.workload.voices = {"any"};
  config.workload.requests_per_cycle = requests;
  config.workload.timeouts = {60s, 60s, 60s};
  return config;
}

RunConfig at_rate(const ScriptedServer& server, int requests, double rate_per_s, int in_flight) {
  RunConfig config = config_for(server, requests);
  config.workload.arrival.process = Arrival::Process::constant;
  config.workload.arrival.stages = {{1h, rate_per_s}};
  config.workload.concurrency = in_flight;
  return config;
}

std::vector<RequestOutcome> drive(const RunConfig& config,
                                  const std::atomic<bool>* stop = nullptr) {
  OutcomeList list;
  auto driver = make_http_driver(config, {RunClock(), &list, stop, nullptr});
  if (!driver.ok()) abort_with(driver.error().message.c_str());
  driver.value()->run_cycle(1, Workload(config.workload).cycle(1));
  std::sort(list.outcomes.begin(), list.outcomes.end(),
            [](const auto& a, const auto& b) { return a.intended < b.intended; });
  return list.outcomes;
}

TEST(HttpSchedule, ASlowServerDelaysNoRequestAndAllAreAskedFor) {
  ScriptedServer server([](int, const std::string&) {
    return ScriptedReply{wav_reply(1.0), false, 300ms};
  });
  const auto outcomes = drive(at_rate(server, 20, 100, 256));
  ASSERT_EQ(outcomes.size(), 20U);
  EXPECT_THAT(outcomes, Each(Field(&RequestOutcome::error, RequestError::none)));
  const RunTime first = outcomes.front().intended;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    EXPECT_EQ(outcomes[i].intended, first + RunTime(10ms) * static_cast<int>(i));
    EXPECT_GE(outcomes[i].sent, outcomes[i].intended) << "never before its time";
  }
}

TEST(HttpSchedule, WaitingForALaneCountsAsLatencyAndIsNotTheDriversFault) {
  ScriptedServer server([](int, const std::string&) {
    return ScriptedReply{wav_reply(1.0), false, 200ms};
  });
  const auto outcomes = drive(at_rate(server, 4, 1000, 1));
  ASSERT_EQ(outcomes.size(), 4U);
  EXPECT_EQ(server.connections(), 1);
  for (std::size_t i = 0; i < 4; ++i) {
    const RunTime waited = RunTime(200ms) * static_cast<int>(i) - RunTime(10ms);
    EXPECT_GE(outcomes[i].sent - outcomes[i].intended, waited);
    EXPECT_LE(outcomes[i].driver_late, outcomes[i].sent - outcomes[i].intended - waited);
  }
}

TEST(HttpSchedule, LanesAreKeptFromCycleToCycle) {
  ScriptedServer server([](int, const std::string&) { return ScriptedReply{wav_reply(1.0)}; });
  const RunConfig config = at_rate(server, 5, 20, 256);
  OutcomeList list;
  auto driver = make_http_driver(config, {RunClock(), &list, nullptr, nullptr});
  ASSERT_TRUE(driver.ok());
  const Workload workload(config.workload);
  for (int cycle = 1; cycle <= 3; ++cycle) driver.value()->run_cycle(cycle, workload.cycle(cycle));
  EXPECT_EQ(list.outcomes.size(), 15U);
  EXPECT_LE(server.connections(), 5) << "one would do, where the machine is quick";
}

TEST(HttpSchedule, ClientsOfAClosedLoopThinkBetweenRequests) {
  ScriptedServer server([](int, const std::string&) { return ScriptedReply{wav_reply(1.0)}; });
  RunConfig config = config_for(server, 3);
  config.workload.arrival.think = 100ms;
  const auto outcomes = drive(config);
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_GE(outcomes[1].intended - outcomes[0].done, RunTime(100ms));
  EXPECT_GE(outcomes[2].intended - outcomes[1].done, RunTime(100ms));
}

TEST(HttpSchedule, StoppingEndsEveryWait) {
  ScriptedServer server([](int, const std::string&) { return ScriptedReply{wav_reply(1.0)}; });
  std::atomic<bool> stop{false};
  std::thread soon([&] {
    std::this_thread::sleep_for(300ms);
    stop = true;
  });
  RunConfig thinking = config_for(server, 3);
  thinking.workload.arrival.think = 1h;
  EXPECT_LE(drive(thinking, &stop).size(), 1U);
  EXPECT_EQ(drive(at_rate(server, 3, 0.001, 1), &stop).size(), 0U) << "stopped before it began";
  soon.join();
  stop = false;
  std::thread again([&] {
    std::this_thread::sleep_for(300ms);
    stop = true;
  });
  EXPECT_LE(drive(at_rate(server, 3, 0.001, 1), &stop).size(), 1U);
  again.join();
}

TEST(HttpMix, RefusalsOfErroneousRequestsAreRightAndAudioIsWrong) {
  std::mutex mutex;
  std::vector<std::string> bodies;
  const auto script = [&](const std::string& refusal) {
    return [&, refusal](int, const std::string& request) {
      const std::string body = request.substr(request.find("\r\n\r\n") + 4);
      const std::lock_guard lock(mutex);
      bodies.push_back(body);
      return ScriptedReply{refusal.empty() ? wav_reply(9.0) : refusal};
    };
  };
  const auto outcomes_of = [&](const std::string& refusal) {
    ScriptedServer server(script(refusal));
    RunConfig config = config_for(server, 3);
    config.workload.mix = {
        {RequestKind::empty, 1}, {RequestKind::unknown_voice, 1}, {RequestKind::bad_json, 1}};
    return drive(config);
  };
  EXPECT_THAT(outcomes_of(http_reply("422 No", "application/json", R"({"detail": "no"})")),
              Each(Field(&RequestOutcome::error, RequestError::none)));
  EXPECT_THAT(outcomes_of(""),
              Each(Field(&RequestOutcome::error, RequestError::accepted_nonsense)));
  EXPECT_THAT(outcomes_of(http_reply("500 Oh", "text/plain", "oops")),
              Each(Field(&RequestOutcome::error, RequestError::http_status)));

  ASSERT_EQ(bodies.size(), 9U);
  const auto broken = std::count_if(bodies.begin(), bodies.end(), [](const std::string& body) {
    return nlohmann::json::parse(body, nullptr, false).is_discarded();
  });
  EXPECT_EQ(broken, 3);
}

}  // namespace
}  // namespace ttsoak
