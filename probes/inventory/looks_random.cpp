#include "probes/inventory/looks_random.h"

#include <algorithm>
#include <array>
#include <string>

namespace ttsoak {
namespace {

// By letter, what often follows it.
constexpr std::array<std::string_view, 26> kFollowers = {
    "bcdfgiklmnprstuvwy",      // a
    "aeilorsuy",               // b
    "aehikloruty",             // c
    "aeiorsuydg",              // d
    "acdefgilmnoprstuvwxy",    // e
    "aefiloruty",              // f
    "aeghilnorsu",             // g
    "aeioruty",                // h
    "abcdefgklmnoprstvz",      // i
    "aeou",                    // j
    "aeilnsy",                 // k
    "adefiklmopstuvy",         // l
    "abeimopsuy",              // m
    "acdefgiklnostuvy",        // n
    "abcdefgiklmnoprstuvwxy",  // o
    "aehiloprstuy",            // p
    "u",                       // q
    "acdegiklmnoprstuvy",      // r
    "acehiklmnopqstuwy",       // s
    "aehiloprstuwy",           // t
    "abcdefgilmnprstz",        // u
    "aeiouy",                  // v
    "aehinors",                // w
    "aeipt",                   // x
    "aceilmnopst",             // y
    "aeiozy",                  // z
};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_vowel(char c) {
  return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}
constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// One case only: what programs print. "Decade2" is no number.
bool is_hex(std::string_view token) {
  const auto within = [token](char first, char last) {
    return std::all_of(token.begin(), token.end(),
                       [=](char c) { return is_digit(c) || (c >= first && c <= last); });
  };
  return within('a', 'f') || within('A', 'F');
}

// How often letters and digits take turns.
std::size_t turns(std::string_view token) {
  std::size_t count = 0;
  for (std::size_t at = 1; at < token.size(); ++at) {
    if (is_digit(token[at]) != is_digit(token[at - 1])) ++count;
  }
  return count;
}

bool any_digit(std::string_view token) { return std::any_of(token.begin(), token.end(), is_digit); }

// Small and capital letters, not just one at the start.
bool is_mixed(std::string_view letters) {
  const auto capitals =
      static_cast<std::size_t>(std::count_if(letters.begin(), letters.end(), is_upper));
  if (capitals == 0 || capitals == letters.size()) return false;
  return capitals > 1 || !is_upper(letters.front());
}

// Words side by side, each with a capital: "MyFile", "audioOut".
bool is_camel(std::string_view letters) {
  while (!letters.empty()) {
    const auto end = std::find_if(letters.begin() + 1, letters.end(), is_upper);
    const auto length = static_cast<std::size_t>(end - letters.begin());
    if (length < 2 || !is_wordlike(letters.substr(0, length), 0)) return false;
    letters.remove_prefix(length);
  }
  return true;
}

}  // namespace

bool is_wordlike(std::string_view letters, std::size_t may_be_rare) {
  std::size_t rare = 0;
  for (std::size_t at = 1; at < letters.size(); ++at) {
    const char first = lower(letters[at - 1]);
    const char second = lower(letters[at]);
    if (first < 'a' || first > 'z') return false;
    const std::string_view followers = kFollowers[static_cast<std::size_t>(first - 'a')];
    const bool to_vowel = !is_vowel(first) && first != 'q' && is_vowel(second);
    if (!to_vowel && followers.find(second) == followers.npos) ++rare;
  }
  return rare <= may_be_rare;
}

bool looks_random(std::string_view token) {
  const std::size_t size = token.size();
  if (any_digit(token) && size >= 6 && is_hex(token)) return true;
  if (any_digit(token) && size >= 5 && turns(token) >= 2) return true;
  if (size != 6 && size != 8 && size != 10) return false;
  if (any_digit(token) && turns(token) == 0) return true;
  std::string letters(token);
  std::erase_if(letters, is_digit);
  return is_mixed(letters) ? !is_camel(letters) : !is_wordlike(letters, letters.size() < 6 ? 0 : 1);
}

}  // namespace ttsoak
