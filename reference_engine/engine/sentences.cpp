#include "reference_engine/engine/sentences.h"

#include <algorithm>
#include <array>

#include "reference_engine/engine/speech_request.h"

namespace ttsoak {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";
constexpr std::array<std::string_view, 5> kWideEnds = {"。", "！", "？", "．", "｡"};
constexpr std::array<std::string_view, 7> kClosers = {"\"", "'", ")", "]", "”", "’", "」"};
constexpr std::array<std::string_view, 20> kAbbreviations = {
    "Dr",  "Mr",  "Mrs", "Ms", "Prof", "St",  "Sr",  "Jr",   "vs",  "etc",
    "Inc", "Ltd", "Co",  "No", "Fig",  "Gen", "Col", "Capt", "e.g", "i.e"};

bool is_space(char c) { return kSpace.find(c) != std::string_view::npos; }

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

// Length of whichever of `marks` stands at `at`, or 0.
template <std::size_t N>
std::size_t mark_length(std::string_view text, std::size_t at,
                        const std::array<std::string_view, N>& marks) {
  for (const std::string_view mark : marks) {
    if (text.substr(at, mark.size()) == mark) return mark.size();
  }
  return 0;
}

// The word that the full stop at `stop` follows is one that is written with a full stop.
bool is_abbreviation(std::string_view text, std::size_t stop) {
  const auto space = text.substr(0, stop).find_last_of(" \t\r\n\f\v(\"");
  const auto start = space == std::string_view::npos ? 0 : space + 1;
  const std::string_view word = text.substr(start, stop - start);
  const bool initial = word.size() == 1 && word[0] >= 'A' && word[0] <= 'Z' && word != "I";
  return initial ||
         std::find(kAbbreviations.begin(), kAbbreviations.end(), word) != kAbbreviations.end();
}

// Length of the sentence end that starts at `at`, closing quotes included; 0 if there is none.
std::size_t end_length(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return 1;
  const std::size_t wide = mark_length(text, at, kWideEnds);
  if (wide == 0 && text[at] != '.' && text[at] != '!' && text[at] != '?') return 0;

  std::size_t end = at + std::max<std::size_t>(wide, 1);
  while (end < text.size()) {
    const std::size_t closer = mark_length(text, end, kClosers);
    if (closer == 0) break;
    end += closer;
  }
  if (wide > 0 || end == text.size()) return end - at;
  if (!is_space(text[end])) return 0;
  if (text[at] == '.') {
    const auto next = text.find_first_not_of(kSpace, end);
    if (next != std::string_view::npos && text[next] >= 'a' && text[next] <= 'z') return 0;
    if (is_abbreviation(text, at)) return 0;
  }
  return end - at;
}

// Appends `sentence`, in several pieces if it is too long for one.
void append_pieces(std::string_view sentence, std::vector<std::string>& pieces) {
  sentence = trimmed(sentence);
  while (count_code_points(sentence) > kMaxSentenceCharacters) {
    std::size_t cut = 0;  // bytes that hold kMaxSentenceCharacters
    for (std::size_t characters = 0; characters < kMaxSentenceCharacters; ++characters) {
      do {
        ++cut;
      } while (cut < sentence.size() && (static_cast<unsigned char>(sentence[cut]) & 0xC0) == 0x80);
    }
    const auto space = sentence.substr(0, cut).find_last_of(kSpace);
    if (space != std::string_view::npos) cut = space;
    pieces.emplace_back(trimmed(sentence.substr(0, cut)));
    sentence = trimmed(sentence.substr(cut));
  }
  if (!sentence.empty()) pieces.emplace_back(sentence);
}

}  // namespace

std::vector<std::string> split_sentences(std::string_view text) {
  std::vector<std::string> pieces;
  std::size_t start = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = end_length(text, at);
    at += std::max<std::size_t>(end, 1);
    if (end > 0) {
      append_pieces(text.substr(start, at - start), pieces);
      start = at;
    }
  }
  append_pieces(text.substr(start), pieces);
  return pieces;
}

}  // namespace ttsoak
