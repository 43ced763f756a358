#include "harness/workload/fresh_text.h"

#include <cctype>
#include <vector>

#include "harness/workload/shuffle.h"

namespace ttsoak {
namespace {

constexpr int kLetters = 7;

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::string join(const std::vector<std::string>& words) {
  std::string text = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) text += ' ' + words[i];
  return text;
}

bool is_latin_letter(char c) {
  return static_cast<unsigned char>(c) < 0x80 && std::isalpha(c) != 0;
}

}  // namespace

std::string fresh_text(const std::string& text, std::uint64_t serial) {
  std::vector<std::string> words = words_of(text);
  std::mt19937_64 random(spread(serial));
  shuffle(words, random);
  std::string fresh = join(words);
  int spelt = 0;
  const auto next_letter = [&] {
    const char letter = static_cast<char>('a' + serial % 26);
    serial /= 26;
    ++spelt;
    return letter;
  };
  for (char& c : fresh) {
    if (spelt < kLetters && is_latin_letter(c)) c = next_letter();
  }
  while (spelt < kLetters) fresh += next_letter();
  return fresh;
}

}  // namespace ttsoak
