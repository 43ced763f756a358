// Servers that flood, send garbage or send their clients elsewhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/drive/http_driver.h"
#include "tests/integration/scripted_server.h"
#include "tests/servers/protocols/drive_fake.h"
#include "tests/servers/protocols/fake_server.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;
using testing::AnyOf;
using testing::Each;
using testing::Field;
using testing::HasSubstr;

std::int64_t peak_rss_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stoll(line.substr(6));
  }
  return 0;
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

class Flood : public testing::TestWithParam<std::string> {};

TEST_P(Flood, EndsWithAnErrorAndInBoundedMemory) {
  FakeServer server(GetParam());
  if (GetParam() == "wyoming") server.speaks_tcp();
  RunConfig config = config_for_api(GetParam(), server.url());
  config.workload.timeouts = {5s, 3s, 3s};
  [[maybe_unused]] const std::int64_t before = peak_rss_kib();
  const auto outcomes = drive(config, {{"Never stop. #flood"}, {"Go on."}});
  ASSERT_EQ(outcomes.size(), 2U);
  // By the time, or, on a fast machine, by the size that it had by then.
  EXPECT_THAT(outcomes[0].error, testing::AnyOf(RequestError::timeout, RequestError::protocol))
      << outcomes[0].detail;
  EXPECT_FALSE(outcomes[0].detail.empty());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(peak_rss_kib() - before, 100 * 1024);
#endif
}

INSTANTIATE_TEST_SUITE_P(Of, Flood, testing::Values("openai", "speaches", "wyoming", "vibevoice"));

RequestOutcome drive_one(const std::string& api, const std::string& reply) {
  ScriptedServer server([&](int, const std::string&) { return ScriptedReply{reply, true}; });
  RunConfig config = config_for_api(api, server.url());
  config.workload.voices = {"any"};
  config.workload.timeouts = {10s, 10s, 10s};
  return drive(config, {{"Hello there."}}).front();
}

TEST(HostileServer, ThatRedirectsIsAnErrorThatNamesTheOtherPlace) {
  const RequestOutcome outcome = drive_one(
      "openai",
      "HTTP/1.1 307 Moved\r\nLocation: http://elsewhere:1/x\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(outcome.error, RequestError::http_status);
  EXPECT_THAT(outcome.detail, HasSubstr("redirected to http://elsewhere:1/x"));
}

TEST(HostileServer, ThatSendsEndlessLinesEventsOrHeadersIsToldSo) {
  const std::string much(std::size_t{17} << 20U, 'x');
  const std::string events = http_reply("200 OK", "text/event-stream", "data: " + much);
  EXPECT_THAT(drive_one("speaches", events).detail, HasSubstr("longer than"));
  const std::string lines = http_reply("200 OK", "application/json", much);
  EXPECT_THAT(drive_one("kokoro-captioned", lines).detail,
              AnyOf(HasSubstr("longer than"), HasSubstr("JSON instead of audio")));
  const std::string query = http_reply("200 OK", "application/json", much);
  EXPECT_THAT(drive_one("voicevox", query).detail, HasSubstr("larger than 16 MiB"));
  const std::string head = "HTTP/1.1 200 OK\r\nX: " + std::string(100000, 'x') + "\r\n\r\n";
  EXPECT_EQ(drive_one("openai", head).error, RequestError::protocol);
  const std::string error = http_reply("500 Oh", "text/plain", much);
  EXPECT_EQ(drive_one("openai", error).error, RequestError::http_status);
}

TEST(HostileServer, ThatSendsGarbageIsAnErrorInEveryProtocol) {
  for (const char* api : {"openai", "speaches", "voicevox", "vibevoice"}) {
    EXPECT_EQ(drive_one(api, "garbage\r\n\r\n\xFF\xFE").error, RequestError::protocol) << api;
  }
}

TEST(Connections, ByTheTenThousandLeakNoDescriptor) {
  const FakeServer server("hangs-up");
  RunConfig config = config_for_api("openai", server.url());
  const auto before = open_descriptors();
  const std::vector<Said> said(10000, {"Hello there."});
  const auto outcomes = drive(config, said);
  EXPECT_EQ(outcomes.size(), said.size());
  EXPECT_THAT(outcomes, Each(Field(&RequestOutcome::error, RequestError::reset)));
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
}  // namespace ttsoak
