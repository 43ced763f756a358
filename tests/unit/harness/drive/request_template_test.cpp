#include "harness/drive/request_template.h"

#include <gtest/gtest.h>

namespace ttsoak {
namespace {

const Endpoint kEndpoint{false, "127.0.0.1", 8880, "/base"};

PlannedRequest planned(const std::string& text) {
  static const std::string voice = "slt";
  static const std::string format = "wav";
  return {0, text, &voice, &format};
}

TEST(RequestTemplate, FillsEveryStringOfTheBody) {
  RequestSpec spec;
  spec.body = {{"input", "${text}"}, {"deep", {{"v", "<${voice}>"}}}, {"list", {"${format}", 3}}};
  const std::string text = "Hello.";
  const auto body =
      nlohmann::json::parse(RequestTemplate(spec, kEndpoint).fill(planned(text)).body());
  EXPECT_EQ(body["input"], "Hello.");
  EXPECT_EQ(body["deep"]["v"], "<slt>");
  EXPECT_EQ(body["list"][0], "wav");
  EXPECT_EQ(body["list"][1], 3);
}

TEST(RequestTemplate, ATextCannotBreakOutOfItsPlace) {
  const std::string text = "\"}, \"voice\": \"x\" \n ${voice} \\";
  const auto body =
      nlohmann::json::parse(RequestTemplate({}, kEndpoint).fill(planned(text)).body());
  EXPECT_EQ(body["input"], text) << "what a text says is not filled in again";
  EXPECT_EQ(body["voice"], "slt");
}

TEST(RequestTemplate, APlainStringIsSentAsText) {
  RequestSpec spec;
  spec.body = "${text}";
  const std::string text = "Hello.";
  const HttpRequest request = RequestTemplate(spec, kEndpoint).fill(planned(text));
  EXPECT_EQ(request.body(), "Hello.");
  EXPECT_EQ(request["Content-Type"], "text/plain; charset=utf-8");
}

TEST(RequestTemplate, PathAndHeadersComeFromTheConfig) {
  RequestSpec spec;
  spec.path = "/v1/x?a=b";
  spec.headers["X-Key"] = "k";
  const std::string text = "Hello.";
  const HttpRequest request = RequestTemplate(spec, kEndpoint).fill(planned(text));
  EXPECT_EQ(request.target(), "/base/v1/x?a=b");
  EXPECT_EQ(request["X-Key"], "k");
  EXPECT_EQ(request["Host"], "127.0.0.1:8880");
}

TEST(RequestTemplate, TextThatIsNotUtf8IsSentAllTheSame) {
  const std::string text = "caf\xE9";
  EXPECT_FALSE(RequestTemplate({}, kEndpoint).fill(planned(text)).body().empty());
}

}  // namespace
}  // namespace ttsoak
