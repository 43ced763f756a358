#pragma once

#include <string>
#include <vector>

#include "harness/config/run_config.h"

namespace ttsoak {

// The voices to soak with where the config names none: the first one that the server lists at
// /v1/audio/voices, as a list of names or of objects with an "id" or "name"; "alloy" where it
// lists none, which is what clones of OpenAI's interface accept.
std::vector<std::string> default_voices(const TargetSpec& target);

// The first voice in the text of such an answer; empty if there is none.
std::string first_voice(const std::string& json);

}  // namespace ttsoak
