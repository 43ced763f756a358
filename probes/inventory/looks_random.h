#pragma once

#include <cstddef>
#include <string_view>

namespace ttsoak {

// Whether a run of letters reads like a word rather than like dice: at most `may_be_rare` pairs of
// letters in it are rare in English and in the names that programmers give.
bool is_wordlike(std::string_view letters, std::size_t may_be_rare = 1);

// Whether `token`, letters and digits only, looks thrown by dice: digits and letters mixed
// ("x3k9f2"), hexadecimal with a digit ("ab12cd"), or no word and of a length that mkstemp() (6),
// Python's tempfile (8) and mktemp (10) make ("qkzvwtxb", "aBqXzk").
bool looks_random(std::string_view token);

}  // namespace ttsoak
