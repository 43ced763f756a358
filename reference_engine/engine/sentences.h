#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ttsoak {

// The longest piece split_sentences() hands out, in code points. It bounds how long the first
// audio of a text takes and how much audio is in memory at a time: about 25 s at normal speed.
inline constexpr std::size_t kMaxSentenceCharacters = 400;

// Cuts text into the pieces that are synthesised, and handed out, one at a time.
//
// A sentence ends at a full stop, exclamation or question mark (also in their Chinese and Japanese
// forms) together with the closing quotes after it, or at a line break. A full stop ends none
// inside a number or word ("3.5", "e.g.x"), after an abbreviation such as "Dr." or a single
// capital ("J. Smith"), or before a small letter. Sentences above kMaxSentenceCharacters are cut
// at their last space, or within the word if there is none.
//
// Pieces are trimmed and never empty. Text of white space alone gives none.
std::vector<std::string> split_sentences(std::string_view text);

}  // namespace ttsoak
