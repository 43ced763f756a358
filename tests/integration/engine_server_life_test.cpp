#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>

#include "engine_http_client.h"
#include "engine_live_heap.h"
#include "gmock/gmock.h"
#include "reference_engine/faults/fault_table.h"
#include "reference_engine/server/serve.h"

namespace ttsoak {
namespace {

using boost::beast::http::verb;
using ::testing::HasSubstr;

constexpr const char* kSpeech = "/v1/audio/speech";

// A request for `sentences` sentences at the slowest speed: much audio for little text.
std::string long_request(int sentences) {
  std::string text;
  for (int i = 0; i < sentences; ++i) text += "This is a sentence that takes its time to be said. ";
  return R"({"input":")" + text + R"(","voice":"slt","speed":0.25})";
}

// Waits until no speech is being served.
void wait_for_rest(RunningServer& server) {
  HttpClient client(server.port());
  for (int i = 0; i < 6000; ++i) {
    const auto metrics = client.get("/metrics").body();
    if (metrics.find("ttsoak_engine_requests_in_flight 0") != std::string::npos) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  FAIL() << "speech is still being served after a minute";
}

void read_some(HttpClient& client) {
  std::array<char, 512> head{};
  ASSERT_GT(client.socket().read_some(boost::asio::buffer(head)), 0U);
}

TEST(SpeechServer, ClientThatHangsUpIsAnAbortToTheEngine) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  RunningServer server({{"abort_state", 1.0}});
  const auto abort_some = [&](int times) {
    for (int i = 0; i < times; ++i) {
      HttpClient client(server.port());
      client.send(verb::post, kSpeech, long_request(80));  // far from done when it hangs up
      read_some(client);
    }
    wait_for_rest(server);
  };
  abort_some(10);
  const std::int64_t before = live_heap_bytes();
  abort_some(10);

  const auto documented = find_fault("abort_state")->bytes_per_request;
  EXPECT_NEAR(static_cast<double>(live_heap_bytes() - before),
              10.0 * static_cast<double>(documented), 0.5 * static_cast<double>(documented));
}

TEST(SpeechServer, SlowReadersHoldNeitherWorkersNorAllOfTheirAudio) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  RunningServer server;
  const std::int64_t before = live_heap_bytes();
  std::vector<std::unique_ptr<HttpClient>> readers;
  for (int i = 0; i < 3; ++i) {  // more than there are workers
    readers.push_back(std::make_unique<HttpClient>(server.port()));
    readers.back()->socket().set_option(boost::asio::socket_base::receive_buffer_size(4096));
    readers.back()->send(verb::post, kSpeech, long_request(80));
  }
  for (auto& reader : readers) read_some(*reader);

  // 80 sentences are about 1,000 s or 32 MB of audio for each reader.
  EXPECT_EQ(HttpClient(server.port()).post(R"({"input":"Hi.","voice":"slt"})").result_int(), 200U);
  EXPECT_LT(live_heap_bytes() - before, 12 * 1000 * 1000);
}

TEST(SpeechServer, StopLetsRequestsFinishAndClosesIdleConnections) {
  RunningServer server;
  HttpClient idle(server.port());
  EXPECT_EQ(idle.get("/health").result_int(), 200U);
  HttpClient busy(server.port());
  busy.send(verb::post, kSpeech, R"({"input":"One two three. Four five six.","voice":"slt"})");
  boost::asio::socket_base::bytes_readable readable;
  while (readable.get() == 0) busy.socket().io_control(readable);

  server.server().stop();

  const auto response = busy.receive();
  EXPECT_EQ(response.result_int(), 200U);
  EXPECT_GT(response.body().size(), 40000U);
  server.join();
  std::array<char, 1> byte{};
  boost::system::error_code error;
  idle.socket().read_some(boost::asio::buffer(byte), error);
  EXPECT_TRUE(error);
}

// Requests served from a cache, so that what grows is the server's own.
TEST(SpeechServer, HoldsLessThanAByteForEachRequestAndConnection) {
  if (!glibc_keeps_the_books()) GTEST_SKIP() << "another allocator is in place";
  RunningServer server({{"bounded_text_cache", 1.0}});
  const auto traffic = [&](int requests, int connections) {
    {
      HttpClient client(server.port());
      for (int i = 0; i < requests; ++i) {
        ASSERT_EQ(client.post(R"({"input":"Hi.","voice":"slt","speed":4})").result_int(), 200U);
      }
    }
    for (int i = 0; i < connections; ++i) {
      HttpClient client(server.port());
      if (i % 2 == 0) {
        ASSERT_EQ(client.get("/health").result_int(), 200U);
      }
    }
    wait_for_rest(server);
  };
  traffic(500, 200);
  const std::int64_t before = live_heap_bytes();
  traffic(5000, 2000);

  EXPECT_LT(live_heap_bytes() - before, 5000 + 2000);
}

// Starts serve() in a child process, sends it `signal`, and returns its exit status.
int exit_status_after(int signal) {
  std::array<int, 2> out{};
  EXPECT_EQ(::pipe(out.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(out[1], STDOUT_FILENO);
    auto engine = Engine::create({});
    const Status failed = serve(*engine.value(), {"127.0.0.1", 0, 2});
    ::_exit(failed ? 99 : 0);
  }
  std::array<char, 200> line{};
  EXPECT_GT(::read(out[0], line.data(), line.size() - 1), 0);
  EXPECT_THAT(line.data(), HasSubstr("listening on http://127.0.0.1:"));
  ::kill(child, signal);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  ::close(out[0]);
  ::close(out[1]);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(Serve, EndsWithSuccessOnSigtermAndSigint) {
  EXPECT_EQ(exit_status_after(SIGTERM), 0);
  EXPECT_EQ(exit_status_after(SIGINT), 0);
}

}  // namespace
}  // namespace ttsoak
