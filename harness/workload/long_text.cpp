#include "harness/workload/long_text.h"

namespace ttsoak {
namespace {

constexpr std::size_t kLongestCut = 20;

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

std::string text_of_length(const std::vector<std::string>& texts, std::size_t first,
                           std::size_t characters) {
  std::string text;
  std::size_t count = 0;
  bool full = characters == 0;
  for (std::size_t i = first; !full; ++i) {
    const std::string piece = (text.empty() ? "" : " ") + texts[i % texts.size()];
    for (const char c : piece) {
      if (begins_character(c) && count++ == characters) {
        full = true;
        break;
      }
      text += c;
    }
  }
  const std::size_t space = text.find_last_of(' ');
  if (space != std::string::npos && space > 0 && text.size() - space <= kLongestCut) {
    text.resize(space);
  }
  return text;
}

}  // namespace ttsoak
