#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ttsoak {

// A text of about `characters` (Unicode code points) out of `texts`, one after the other from
// number `first` on, round and round: never longer, and up to 20 shorter where that leaves words
// whole. Bytes that are not UTF-8 count as characters. `texts` are not all empty.
std::string text_of_length(const std::vector<std::string>& texts, std::size_t first,
                           std::size_t characters);

}  // namespace ttsoak
