#pragma once

#include <string>
#include <vector>

#include "harness/config/run_config.h"

namespace ttsoak {

// The voices to soak with where the config names none: the first one that the server lists where
// the request section says, or `all` of them; else what stands there for that case.
std::vector<std::string> default_voices(const TargetSpec& target, const VoiceList& list,
                                        bool all = false);

// The voices in the text of such an answer: names, numbers, or the "id" or "name" of objects. What
// is none of these is left out.
std::vector<std::string> listed_voices(const std::string& json, const std::string& pointer);

}  // namespace ttsoak
