#include "harness/drive/refusal.h"

namespace ttsoak {
namespace {

bool is_refusal(const RequestOutcome& outcome) {
  switch (outcome.error) {
    case RequestError::http_status:
      return outcome.http_status >= 400 && outcome.http_status <= 499;
    case RequestError::error_in_body:
    case RequestError::content_type:
      return true;
    case RequestError::short_audio:
      return outcome.audio_us == 0;
    default:
      return false;
  }
}

}  // namespace

void judge_refusal(RequestOutcome& outcome) {
  if (!is_erroneous(outcome.kind)) return;
  if (is_refusal(outcome)) {
    outcome.error = RequestError::none;
    outcome.detail.clear();
  } else if (outcome.error == RequestError::none || outcome.error == RequestError::short_audio) {
    outcome.error = RequestError::accepted_nonsense;
    outcome.detail = std::to_string(static_cast<double>(outcome.audio_us) / 1e6) +
                     " s of audio in reply to an erroneous request";
  }
}

}  // namespace ttsoak
