#pragma once

#include <cstdint>
#include <string>

namespace ttsoak {

// `text` made into one that was never sent before: its words change places, and `serial` is spelt
// into its first letters. Different serials below 26^7 give different texts; the same serial the
// same one. As many bytes as before where `text` has seven letters of the Latin alphabet; otherwise
// what is missing of the seven is put behind it.
std::string fresh_text(const std::string& text, std::uint64_t serial);

}  // namespace ttsoak
