#pragma once

#include "probes/values/request_outcome.h"

namespace ttsoak {

// Turns the outcome of an erroneous request, as it was judged like any other, into what it says of
// the server; leaves other requests alone.
//
// A status of 4xx is right, and so is a reply of 2xx that is an error in words, or holds no audio
// at all: some servers refuse like that. Audio is wrong (accepted_nonsense). 5xx and a broken
// connection stay what they are: the server did not refuse the request but failed on it.
void judge_refusal(RequestOutcome& outcome);

}  // namespace ttsoak
