// What takes audio out of what it comes wrapped in, piece by piece.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/drive/audio_reply.h"
#include "harness/drive/base64.h"
#include "harness/drive/json_reply.h"

namespace ttsoak {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// The lines of `text`, fed `step` bytes at a time.
std::vector<std::string> lines_of(const std::string& text, std::size_t step) {
  LineSplitter splitter(100);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size(); at += step) {
    const Status error = splitter.feed(std::string_view(text).substr(at, step), [&](auto line) {
      lines.emplace_back(line);
      return Status();
    });
    EXPECT_FALSE(error);
  }
  return lines;
}

TEST(LineSplitter, KnowsEachWayToEndALineInWhateverPieces) {
  for (const std::size_t step : {1U, 2U, 3U, 100U}) {
    EXPECT_THAT(lines_of("a\nb\r\nc\rd\r\n\r\n\n", step), ElementsAre("a", "b", "c", "d", "", ""))
        << step;
  }
}

TEST(LineSplitter, ALineWithoutEndIsAnErrorAndNotMemory) {
  LineSplitter splitter(100);
  const auto ignore = [](std::string_view) { return Status(); };
  EXPECT_FALSE(splitter.feed(std::string(100, 'a'), ignore));
  EXPECT_TRUE(splitter.feed("a", ignore));
  EXPECT_LE(splitter.rest().size(), 100U);
}

std::vector<std::string> events_of(const std::string& text, std::size_t step) {
  SseParser parser;
  std::vector<std::string> events;
  for (std::size_t at = 0; at < text.size(); at += step) {
    EXPECT_FALSE(parser.feed(std::string_view(text).substr(at, step), [&](const auto& event) {
      events.push_back(event.name + "=" + event.data);
      return Status();
    }));
  }
  return events;
}

TEST(SseParser, ReadsEventsAsTheStandardSays) {
  const std::string text =
      "\xEF\xBB\xBF: a comment\r\n\r\ndata: one\n\nevent: end\ndata:two\ndata: three\nid: 7\n\n"
      "event: nothing\n\ndata\n\ndata: unfinished\n";
  for (const std::size_t step : {1U, 7U, 1000U}) {
    EXPECT_THAT(events_of(text, step), ElementsAre("message=one", "end=two\nthree", "message="));
  }
}

TEST(DecodeBase64, ReadsItWithAndWithoutPaddingAndNothingElse) {
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("TWE="), "Ma");
  EXPECT_EQ(decode_base64("TWE"), "Ma");
  EXPECT_EQ(decode_base64("+/+/"), "\xFB\xFF\xBF");
  for (const char* wrong : {"T", "TW=", "T===", "TW E", "TW\n=", "=", "TWE=TWE="}) {
    EXPECT_FALSE(decode_base64(wrong)) << wrong;
  }
}

// A reply of AudioIn::sse and the like, fed whole.
class Wrapped {
 public:
  Wrapped(AudioIn in, const std::string& content_type) {
    spec_.audio.in = in;
    spec_.audio.pointer = "/audio";
    spec_.audio.error = {{"/error", "*"}, {"event", "error"}};
    spec_.content_type = content_type;
  }

  // What is wrong with it, or nothing; then `heard()` bytes were audio.
  std::string read(const std::string& body, const std::string& media_type) {
    outcome_ = {};
    listener_.emplace(AudioExpectation{}, outcome_);
    AudioReply reply(spec_, *listener_);
    auto failure = reply.begin(media_type);
    if (!failure) failure = reply.take(body, RunTime(5));
    if (!failure) failure = reply.finish(RunTime(6));
    error = failure ? failure->error : RequestError::none;
    return failure ? failure->detail : "";
  }
  [[nodiscard]] std::int64_t heard() const { return listener_->heard_bytes(); }
  AudioSpec& audio() { return spec_.audio; }

  RequestError error = RequestError::none;

 private:
  RequestSpec spec_;
  RequestOutcome outcome_;
  std::optional<Listener> listener_;
};

TEST(AudioReply, HearsBase64InEventsLinesAndJson) {
  Wrapped events(AudioIn::sse, "text/event-stream");
  EXPECT_EQ(events.read("data: {\"audio\":\"TWE=\"}\n\ndata: {\"audio\":\"TWE=\"}\n\n"
                        "data: {\"usage\":1}\n\ndata: [DONE]\n\n",
                        "text/event-stream; charset=utf-8"),
            "");
  EXPECT_EQ(events.heard(), 4);
  Wrapped lines(AudioIn::lines, "");
  EXPECT_EQ(lines.read("{\"audio\":\"TWE=\"}\n{\"audio\":\"TWE=\"}", "application/json"), "");
  EXPECT_EQ(lines.heard(), 4);
  Wrapped json(AudioIn::json, "application/json");
  EXPECT_EQ(json.read("{\n\"audio\":\"TWE=\"}", "application/json"), "");
  EXPECT_EQ(json.heard(), 2);
}

TEST(AudioReply, AnErrorInTheStreamIsOneWhateverCameBefore) {
  Wrapped events(AudioIn::sse, "text/event-stream");
  EXPECT_THAT(
      events.read("data: {\"audio\":\"TWE=\"}\n\ndata: {\"error\":{\"message\":\"CUDA\"}}\n\n",
                  "text/event-stream"),
      HasSubstr("CUDA"));
  EXPECT_EQ(events.error, RequestError::error_in_body);
  events.read("event: error\ndata: null\n\n", "text/event-stream");
  EXPECT_EQ(events.error, RequestError::error_in_body);
}

TEST(AudioReply, AStreamWithoutItsEndWasCutOff) {
  Wrapped events(AudioIn::sse, "text/event-stream");
  events.audio().done = {{"/type", "done"}};
  const std::string some = "data: {\"audio\":\"TWE=\"}\n\n";
  events.read(some, "text/event-stream");
  EXPECT_EQ(events.error, RequestError::bad_audio);
  events.read(some + "data: {\"type\":\"done\"}\n\n", "text/event-stream");
  EXPECT_EQ(events.error, RequestError::none);
}

TEST(AudioReply, JsonWithoutAudioIsWordsAndIsRepeated) {
  Wrapped json(AudioIn::json, "application/json");
  EXPECT_THAT(json.read("{\"detail\":\"no such voice\"}", "application/json"),
              HasSubstr("no such voice"));
  EXPECT_EQ(json.error, RequestError::error_in_body);
  json.read("{\"audio\":\"not base64!\"}", "application/json");
  EXPECT_EQ(json.error, RequestError::bad_audio);
  json.read("<html>", "application/json");
  EXPECT_EQ(json.error, RequestError::error_in_body);
}

TEST(AudioReply, AnotherMediaTypeIsAnErrorAndJsonIsOneInWords) {
  Wrapped body(AudioIn::body, "audio/");
  EXPECT_THAT(body.read("<p>hello</p>", "text/html"), HasSubstr("text/html"));
  EXPECT_EQ(body.error, RequestError::content_type);
  EXPECT_THAT(body.read("{\"error\":\"CUDA\"}", "application/json"), HasSubstr("CUDA"));
  EXPECT_EQ(body.error, RequestError::error_in_body);
  EXPECT_EQ(body.heard(), 0);
}

TEST(JsonReply, TakesTheEventItIsToldToAndSavesOfIt) {
  RequestStep step;
  step.event = "complete";
  step.save = {{"file", "/0/path"}};
  JsonReply reply(step);
  EXPECT_FALSE(reply.take("event: heartbeat\ndata: null\n\n", RunTime(1)));
  EXPECT_FALSE(reply.take("event: complete\ndata: [{\"path\":\"/tmp/a\"}]\n\n", RunTime(1)));
  EXPECT_FALSE(reply.finish(RunTime(1)));
  nlohmann::json saved;
  EXPECT_FALSE(reply.save_into(saved));
  EXPECT_EQ(saved["file"], "/tmp/a");
}

TEST(JsonReply, WithoutWhatIsToBeSavedIsAnErrorThatShowsTheReply) {
  RequestStep step;
  step.save = {{"id", "/event_id"}};
  JsonReply reply(step);
  EXPECT_FALSE(reply.take("{\"detail\":\"queue full\"}", RunTime(1)));
  EXPECT_FALSE(reply.finish(RunTime(1)));
  nlohmann::json saved;
  const auto failure = reply.save_into(saved);
  ASSERT_TRUE(failure);
  EXPECT_THAT(failure->detail, StartsWith("nothing at /event_id"));
  EXPECT_THAT(failure->detail, HasSubstr("queue full"));
}

TEST(JsonReply, IsBounded) {
  const RequestStep step;
  JsonReply reply(step);
  const std::string megabyte(std::size_t{1} << 20U, ' ');
  std::optional<Failure> failure;
  for (int i = 0; i < 20 && !failure; ++i) failure = reply.take(megabyte, RunTime(1));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->error, RequestError::protocol);
}

}  // namespace
}  // namespace ttsoak
