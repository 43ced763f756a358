#include "harness/drive/refusal.h"

#include <gtest/gtest.h>

namespace ttsoak {
namespace {

RequestError judged(RequestKind kind, RequestError error, int status, std::int64_t audio_us = 0) {
  RequestOutcome outcome;
  outcome.kind = kind;
  outcome.error = error;
  outcome.http_status = status;
  outcome.audio_us = audio_us;
  judge_refusal(outcome);
  return outcome.error;
}

TEST(Refusal, IsRightByStatusOrInWords) {
  EXPECT_EQ(judged(RequestKind::bad_json, RequestError::http_status, 422), RequestError::none);
  EXPECT_EQ(judged(RequestKind::empty, RequestError::error_in_body, 200), RequestError::none);
  EXPECT_EQ(judged(RequestKind::empty, RequestError::content_type, 200), RequestError::none);
  EXPECT_EQ(judged(RequestKind::empty, RequestError::short_audio, 200), RequestError::none);
}

TEST(Refusal, AudioInPlaceOfOneIsNonsenseAccepted) {
  EXPECT_EQ(judged(RequestKind::unknown_voice, RequestError::none, 200, 900000),
            RequestError::accepted_nonsense);
  EXPECT_EQ(judged(RequestKind::too_long, RequestError::short_audio, 200, 900000),
            RequestError::accepted_nonsense);
}

TEST(Refusal, AServerThatFailsOnARequestHasNotRefusedIt) {
  for (const auto& [error, status] : {std::pair{RequestError::http_status, 500},
                                      {RequestError::reset, 0},
                                      {RequestError::timeout, 0},
                                      {RequestError::bad_audio, 200}}) {
    EXPECT_EQ(judged(RequestKind::too_long, error, status), error);
  }
}

TEST(Refusal, IsNoExcuseForOtherRequests) {
  EXPECT_EQ(judged(RequestKind::normal, RequestError::http_status, 422), RequestError::http_status);
  EXPECT_EQ(judged(RequestKind::long_text, RequestError::none, 200, 1), RequestError::none);
}

}  // namespace
}  // namespace ttsoak
