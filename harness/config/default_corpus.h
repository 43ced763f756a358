#pragma once

#include <string>
#include <vector>

namespace ttsoak {

// 25 English texts as a TTS server meets them: 20 to 300 characters, median about 90, with numbers,
// abbreviations, questions and lists. Every one differs in length, because lengths are what many
// servers keep something for.
std::vector<std::string> default_corpus();

}  // namespace ttsoak
