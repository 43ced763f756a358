#include "harness/drive/request_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ttsoak {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Endpoint kEndpoint{Scheme::http, "127.0.0.1", 8880, "/base"};

// As nasty as a text can be: it says what is special in JSON, URLs, forms and headers.
const std::string kNasty = "a\"b\\ &=+%#?/ \r\n--x: ${voice} \xE6\x97\xA5";

PlannedRequest planned(const std::string& text, RequestKind kind = RequestKind::normal) {
  static const std::string voice = "slt";
  static const std::string format = "wav";
  PlannedRequest request;
  request.text = text;
  request.voice = &voice;
  request.format = &format;
  request.kind = kind;
  return request;
}

// The request of the only step.
std::string fill(const RequestStep& step, const PlannedRequest& request) {
  RequestSpec spec;
  spec.steps = {step};
  Filling filling;
  filling.planned = &request;
  return RequestTemplate(spec, kEndpoint).fill(0, filling);
}

std::string body_of(const std::string& request) {
  return request.substr(request.find("\r\n\r\n") + 4);
}

std::string head_of(const std::string& request) {
  return request.substr(0, request.find("\r\n\r\n") + 2);
}

nlohmann::json filled(const nlohmann::json& body, const PlannedRequest& request) {
  RequestStep step;
  step.body = body;
  return nlohmann::json::parse(body_of(fill(step, request)));
}

TEST(RequestTemplate, FillsEveryStringOfTheBody) {
  const auto body = filled(
      {{"input", "${text}"}, {"deep", {{"v", "<${voice}>"}}}, {"list", {"${format}", 3, nullptr}}},
      planned("Hello."));
  EXPECT_EQ(body["input"], "Hello.");
  EXPECT_EQ(body["deep"]["v"], "<slt>");
  EXPECT_EQ(body["list"], nlohmann::json({"wav", 3, nullptr}));
}

TEST(RequestTemplate, ATextCannotBreakOutOfItsPlaceInJson) {
  const auto body = filled({{"input", "${text}"}, {"voice", "${voice}"}}, planned(kNasty));
  EXPECT_EQ(body["input"], kNasty) << "what a text says is not filled in again";
  EXPECT_EQ(body["voice"], "slt");
  EXPECT_EQ(body.size(), 2U);
}

TEST(RequestTemplate, ATextIsPercentEncodedInPathsQueriesAndForms) {
  const std::string encoded =
      "a%22b%5C%20%26%3D%2B%25%23%3F%2F%20%0D%0A--x%3A%20%24%7Bvoice%7D%20%E6%97%A5";
  RequestStep step;
  step.path = "/say/${text}";
  step.query = {{"t", "${text}"}};
  step.form = {{"text", "${text}"}, {"v", "${voice}"}};
  const std::string request = fill(step, planned(kNasty));
  EXPECT_THAT(request, StartsWith("POST /base/say/" + encoded + "?t=" + encoded + " HTTP/1.1\r\n"));
  EXPECT_EQ(body_of(request), "text=" + encoded + "&v=slt");
  EXPECT_THAT(head_of(request), HasSubstr("Content-Type: application/x-www-form-urlencoded\r\n"));
}

TEST(RequestTemplate, ATextEndsNoHeader) {
  RequestStep step;
  step.headers = {{"X-Text", "${text}"}};
  EXPECT_THAT(head_of(fill(step, planned("a\r\nX-Evil: 1"))),
              AllOf(HasSubstr("X-Text: a  X-Evil: 1\r\n"), Not(HasSubstr("\nX-Evil"))));
}

TEST(RequestTemplate, ATextThatHoldsTheBoundaryOfAFormGetsAnotherOne) {
  RequestStep step;
  step.multipart = {{"text", "${text}"}};
  const std::string text =
      "--ttsoak-part\r\nContent-Disposition: form-data; name=\"evil\"\r\n\r\n1";
  const std::string request = fill(step, planned(text));
  const std::size_t start = request.find("boundary=") + 9;
  const std::string boundary = request.substr(start, request.find("\r\n", start) - start);
  EXPECT_THAT(text, Not(HasSubstr(boundary)));
  EXPECT_THAT(body_of(request),
              AllOf(StartsWith("--" + boundary + "\r\n"), HasSubstr(text), EndsWith("--\r\n")));
}

TEST(RequestTemplate, APlainStringIsSentAsText) {
  RequestStep step;
  step.body = "${text}";
  const std::string request = fill(step, planned("Hello."));
  EXPECT_EQ(body_of(request), "Hello.");
  EXPECT_THAT(request, HasSubstr("Content-Type: text/plain; charset=utf-8\r\n"));
}

TEST(RequestTemplate, PathAndHeadersComeFromTheConfig) {
  RequestStep step;
  step.path = "/v1/x?a=b";
  step.headers["X-Key"] = "k";
  step.headers["user-agent"] = "me";
  const std::string request = fill(step, planned("Hello."));
  EXPECT_THAT(request, AllOf(StartsWith("POST /base/v1/x?a=b HTTP/1.1\r\n"),
                             HasSubstr("X-Key: k\r\n"), HasSubstr("Host: 127.0.0.1:8880\r\n"),
                             HasSubstr("user-agent: me\r\n"), Not(HasSubstr("User-Agent"))));
}

TEST(RequestTemplate, TextThatIsNotUtf8IsSentAllTheSame) {
  EXPECT_FALSE(filled({{"input", "${text}"}}, planned("caf\xE9"))["input"].empty());
}

TEST(RequestTemplate, ColumnsOfTheTextsFileAreFilledIn) {
  const Row row = {{"speaker", "7"}};
  PlannedRequest request = planned("Hello.");
  const nlohmann::json body = {{"s", "${row.speaker}"}, {"t", "${row.text}"}, {"n", "${row.none}"}};
  EXPECT_EQ(filled(body, request)["s"], "") << "a text without a row";
  request.row = &row;
  EXPECT_EQ(filled(body, request), nlohmann::json({{"s", "7"}, {"t", "Hello."}, {"n", ""}}));
}

TEST(RequestTemplate, ALaterStepTakesTheReplyAndWhatWasSavedOfIt) {
  RequestSpec spec;
  RequestStep last;
  last.path = "/file=${saved.path}";
  last.body = {{"all", "${reply}"}, {"id", "${saved.id}"}, {"text", "id ${saved.id}"}};
  spec.steps = {RequestStep(), last};
  const PlannedRequest request = planned("Hello.");
  Filling filling;
  filling.planned = &request;
  filling.reply = {{"speed", 1.5}};
  filling.saved = {{"id", 7}, {"path", "/tmp/a b?.wav"}};
  const std::string wire = RequestTemplate(spec, kEndpoint).fill(1, filling);
  EXPECT_THAT(wire, StartsWith("POST /base/file=/tmp/a%20b%3F.wav HTTP/1.1\r\n"));
  EXPECT_EQ(nlohmann::json::parse(body_of(wire)),
            nlohmann::json({{"all", {{"speed", 1.5}}}, {"id", 7}, {"text", "id 7"}}));
}

TEST(RequestTemplate, ABadRequestIsCutInHalfAndSaysItsLength) {
  RequestStep step;
  step.body = {{"input", "${text}"}};
  const std::string wire = fill(step, planned("Hello.", RequestKind::bad_json));
  EXPECT_EQ(body_of(wire), R"({"input":)");
  EXPECT_THAT(wire, HasSubstr("Content-Length: 9\r\n"));
}

class Variables : public testing::Test {
 protected:
  Variables() {
    ::setenv("TTSOAK_TEST_KEY", "geheim-42", 1);
    spec_.steps.front().headers["Authorization"] = "Bearer ${env.TTSOAK_TEST_KEY}";
  }
  ~Variables() override { ::unsetenv("TTSOAK_TEST_KEY"); }

  RequestSpec spec_;
};

TEST_F(Variables, OfTheEnvironmentAreFilledIn) {
  const PlannedRequest request = planned("Hello.");
  Filling filling;
  filling.planned = &request;
  EXPECT_THAT(RequestTemplate(spec_, kEndpoint).fill(0, filling),
              HasSubstr("Authorization: Bearer geheim-42\r\n"));
}

TEST_F(Variables, ThatAServerRepeatsAreTakenOutOfWhatItSaid) {
  EXPECT_EQ(RequestTemplate(spec_, kEndpoint).without_secrets("401: no key geheim-42, geheim-42"),
            "401: no key ${env.TTSOAK_TEST_KEY}, ${env.TTSOAK_TEST_KEY}");
}

TEST_F(Variables, ThatAreMissingAreAnErrorThatNamesThem) {
  EXPECT_FALSE(check_environment(spec_));
  ::unsetenv("TTSOAK_TEST_KEY");
  const Status error = check_environment(spec_);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("export TTSOAK_TEST_KEY"));
}

}  // namespace
}  // namespace ttsoak
