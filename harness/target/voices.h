#pragma once

#include <string>
#include <vector>

#include "harness/config/run_config.h"

namespace ttsoak {

// The voices to soak with where the config names none: the first one that the server lists where
// the request section says, else what stands there for that case.
std::vector<std::string> default_voices(const TargetSpec& target, const VoiceList& list);

// The first voice in the text of such an answer: a name, a number, or the "id" or "name" of an
// object; empty if there is none.
std::string first_voice(const std::string& json, const std::string& pointer);

}  // namespace ttsoak
