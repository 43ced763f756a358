#include <cstring>
#include <nlohmann/json.hpp>

#include "engine_http_client.h"
#include "gmock/gmock.h"
#include "reference_engine/engine/wav_header.h"

namespace ttsoak {
namespace {

using boost::beast::http::field;
using boost::beast::http::verb;
using ::testing::HasSubstr;

constexpr const char* kHello = R"({"model":"tts-1","input":"Hello there. Go on.","voice":"slt"})";

std::uint32_t number_at(const std::string& body, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, body.data() + at, sizeof(value));
  return value;
}

TEST(SpeechServer, StreamsWavInChunksWithAHeaderThatPromisesNothing) {
  RunningServer server;
  const auto response = HttpClient(server.port()).post(kHello);

  EXPECT_EQ(response.result_int(), 200U);
  EXPECT_EQ(response[field::content_type], "audio/wav");
  EXPECT_TRUE(response.chunked());
  EXPECT_EQ(response.body().substr(0, 4), "RIFF");
  EXPECT_EQ(number_at(response.body(), 40), 0xFFFFFFFFU);
  EXPECT_GT(response.body().size(), 32000U);  // more than a second
}

TEST(SpeechServer, WholeWavHasItsLengthInBothHeaders) {
  RunningServer server;
  const auto response =
      HttpClient(server.port()).post(R"({"input":"Hello there.","voice":"rms","stream":false})");

  EXPECT_FALSE(response.chunked());
  EXPECT_EQ(response[field::content_length], std::to_string(response.body().size()));
  EXPECT_EQ(number_at(response.body(), 40), response.body().size() - kWavHeaderBytes);
}

TEST(SpeechServer, PcmIsTheSameAudioWithoutHeader) {
  RunningServer server;
  HttpClient client(server.port());
  const auto wav = client.post(R"({"input":"Hello there.","voice":"awb"})");
  const auto pcm = client.post(R"({"input":"Hello there.","voice":"awb","response_format":"pcm"})");

  EXPECT_EQ(pcm[field::content_type], "audio/pcm");
  EXPECT_EQ(pcm.body().size() + kWavHeaderBytes, wav.body().size());
}

TEST(SpeechServer, RefusesWhatItCannotServeAndKeepsTheConnection) {
  struct Case {
    std::string body;
    std::string code;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"{", "invalid_json", "JSON"},
      {"[]", "invalid_json", "JSON"},
      {R"({"voice":"slt"})", "missing_field", "input"},
      {R"({"input":"Hi."})", "missing_field", "voice"},
      {R"({"input":7,"voice":"slt"})", "invalid_type", "input"},
      {R"({"input":" \n","voice":"slt"})", "empty_text", "input"},
      {R"({"input":")" + std::string(4097, 'a') + R"(","voice":"slt"})", "text_too_long", "4096"},
      {R"({"input":"Hi.","voice":"alloy"})", "unknown_voice", "awb, rms, slt"},
      {R"~({"input":"Hi.","voice":"slt(2)+alloy(1)"})~", "unknown_voice", "slt(2)+alloy(1)"},
      {R"~({"input":"Hi.","voice":"slt(0)+rms(1)"})~", "unknown_voice", "mixes"},
      {R"({"input":"Hi.","voice":"slt+"})", "unknown_voice", "mixes"},
      {R"({"input":"Hi.","voice":"slt","speed":5})", "bad_speed", "0.25 to 4"},
      {R"({"input":"Hi.","voice":"slt","speed":"fast"})", "invalid_type", "0.25 to 4"},
      {R"({"input":"Hi.","voice":"slt","stream":1})", "invalid_type", "stream"},
      {R"({"input":"Hi.","voice":"slt","response_format":"mp3"})", "unsupported_format",
       R"("wav" or "pcm")"},
  };
  RunningServer server;
  HttpClient client(server.port());
  for (const Case& a_case : cases) {
    const auto response = client.post(a_case.body);
    EXPECT_EQ(response.result_int(), 400U) << a_case.body;
    const auto error = nlohmann::json::parse(response.body()).at("error");
    EXPECT_EQ(error.at("code"), a_case.code) << a_case.body;
    EXPECT_EQ(error.at("type"), "invalid_request_error");
    EXPECT_THAT(error.at("message").get<std::string>(), HasSubstr(a_case.says));
  }
  EXPECT_EQ(server.engine().requests(), 0U);  // none of them reached the engine
  EXPECT_EQ(client.post(kHello).result_int(), 200U);
}

TEST(SpeechServer, SpeaksAMixWithItsHeaviestVoice) {
  RunningServer server;
  HttpClient client(server.port());
  const auto mix = client.post(R"~({"input":"Hello there.","voice":"slt(1)+rms(2.5)"})~");
  const auto plain = client.post(R"({"input":"Hello there.","voice":"rms"})");
  const auto other = client.post(R"({"input":"Hello there.","voice":"slt"})");

  EXPECT_EQ(mix.result_int(), 200U);
  // The length tells the voices apart; samples differ between equal requests.
  EXPECT_EQ(mix.body().size(), plain.body().size());
  EXPECT_NE(mix.body().size(), other.body().size());
}

TEST(SpeechServer, UnknownPathsMethodsAndLargeBodiesHaveTheirStatus) {
  RunningServer server;
  HttpClient client(server.port());
  EXPECT_EQ(client.get("/v1/nothing").result_int(), 404U);

  const auto wrong_method = client.get("/v1/audio/speech");
  EXPECT_EQ(wrong_method.result_int(), 405U);
  EXPECT_EQ(wrong_method[field::allow], "POST");

  EXPECT_EQ(client.post(std::string(65 * 1024, ' ')).result_int(), 413U);
}

TEST(SpeechServer, AnswersWhatIsNotHttp) {
  RunningServer server;
  HttpClient client(server.port());
  boost::asio::write(client.socket(), boost::asio::buffer(std::string("Hello, server!\r\n\r\n")));

  EXPECT_EQ(client.receive().result_int(), 400U);
}

TEST(SpeechServer, TellsVoicesHealthAndMetrics) {
  RunningServer server;
  HttpClient client(server.port());
  client.post(kHello);
  client.get("/nothing");

  EXPECT_EQ(client.get("/v1/audio/voices").body(), R"({"voices":["awb","rms","slt"]})");
  EXPECT_EQ(client.get("/health?verbose=1").body(), R"({"status":"healthy"})");
  const auto metrics = client.get("/metrics").body();
  EXPECT_THAT(metrics, HasSubstr("\nttsoak_engine_requests_total 1\n"));
  EXPECT_THAT(metrics, HasSubstr("\nttsoak_engine_requests_in_flight 0\n"));
  EXPECT_THAT(metrics, HasSubstr("\nhttp_requests_total{status=\"404\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("\nprocess_resident_memory_bytes "));
}

TEST(SpeechServer, PortInUseIsAnErrorThatNamesIt) {
  RunningServer server;
  SpeechServer second(server.engine(), {"127.0.0.1", server.port(), 2});
  const Status failed = second.start();

  ASSERT_TRUE(failed.has_value());
  EXPECT_THAT(failed->message, HasSubstr(std::to_string(server.port())));
}

}  // namespace
}  // namespace ttsoak
