#include "probes/inventory/cluster_name.h"

#include <algorithm>
#include <array>

#include "probes/inventory/looks_random.h"
#include "probes/inventory/printable.h"

namespace ttsoak {
namespace {

constexpr std::size_t kPythonRandom = 8;  // tempfile's, of a-z, 0-9 and _
constexpr std::size_t kLongestExtension = 5;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_token(char c) { return is_digit(c) || is_letter(c); }
bool any_letter(std::string_view text) { return std::any_of(text.begin(), text.end(), is_letter); }
bool all_letters(std::string_view text) { return std::all_of(text.begin(), text.end(), is_letter); }
bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

// Words whose digits mean the same in every run.
bool is_stable_word(std::string_view token) {
  constexpr std::array<std::string_view, 16> kWords = {
      "x86",  "amd64", "arm64", "aarch64", "lib64", "lib32",   "utf8", "base64",
      "fp16", "bf16",  "int8",  "float16", "fp32",  "float32", "ipv4", "ipv6"};
  return std::find(kWords.begin(), kWords.end(), token) != kWords.end();
}

std::string_view leading_token(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_token);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// How many characters at the start of `text` are to be kept whatever they look like.
std::size_t stable_length(std::string_view text) {
  const auto digits_at = [text](std::size_t at) {
    while (at < text.size() && is_digit(text[at])) ++at;
    return at;
  };
  for (const std::string_view python : {"python", "cpython-", "pypy"}) {
    if (!text.starts_with(python)) continue;
    const std::size_t end = digits_at(python.size());
    if (end == python.size()) continue;
    const bool minor = end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1]);
    return minor ? digits_at(end + 1) : end;
  }
  if (text.starts_with("x86_64")) return 6;
  const std::string_view token = leading_token(text);
  return is_stable_word(token) ? token.size() : 0;
}

// 8-4-4-4-12 hexadecimal digits.
bool starts_with_uuid(std::string_view text) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() < kShape.size()) return false;
  const auto fits = [](char shape, char c) {
    const bool hex = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    return shape == '-' ? c == '-' : hex;
  };
  return std::equal(kShape.begin(), kShape.end(), text.begin(), fits);
}

// Where the end of `component` begins that is kept as it is: ".wav", ".so.1.2.3"; else its size.
std::size_t tail_begin(std::string_view component) {
  if (const std::size_t so = component.rfind(".so"); so != component.npos && so > 0) {
    const std::string_view version = component.substr(so + 3);
    const auto is_version = [](char c) { return is_digit(c) || c == '.'; };
    if (std::all_of(version.begin(), version.end(), is_version)) return so;
  }
  const std::size_t dot = component.rfind('.');
  if (dot == component.npos || dot == 0) return component.size();
  const std::string_view extension = component.substr(dot + 1);
  const bool kept = extension.size() <= kLongestExtension && any_letter(extension) &&
                    !looks_random(extension) &&
                    std::all_of(extension.begin(), extension.end(), is_token);
  return kept ? dot : component.size();
}

// Whether text with underscores, as Python's tempfile throws it, has a part that is no word and no
// number.
bool any_random_part(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('_'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.empty() || all_digits(part)) continue;
    const bool mixed = std::any_of(part.begin(), part.end(), is_digit);
    // "v2" and "fp16" are words, "x9c" and "3d" are taken for dice.
    const bool version = is_stable_word(part) || (part.size() == 2 && is_letter(part.front()));
    if (mixed ? !version : !is_wordlike(part)) return true;
  }
  return false;
}

// Where the random end of a stem begins that Python's tempfile made, its underscores included; else
// the size of the stem.
std::size_t python_random_begin(std::string_view stem) {
  if (stem.size() < kPythonRandom) return stem.size();
  const std::size_t begin = stem.size() - kPythonRandom;
  const std::string_view end = stem.substr(begin);
  const auto thrown = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || c == '_'; };
  if (!std::all_of(end.begin(), end.end(), thrown)) return stem.size();
  if (stem.substr(0, begin) == "tmp") return begin;
  const bool separate = begin > 0 && (stem[begin - 1] == '_' || stem[begin - 1] == '-');
  return separate && end.find('_') != end.npos && any_random_part(end) ? begin : stem.size();
}

void add_star(std::string& result) {
  // The star before, if nothing but separators lies between.
  const std::size_t last = result.find_last_not_of("-_.:");
  if (last != result.npos && result[last] == '*') result.resize(last);
  result += '*';
}

// One maximal run of letters and digits.
void add_token(std::string& result, std::string_view token) {
  constexpr std::string_view kTmp = "tmp";
  if (token.starts_with(kTmp) && looks_random(token.substr(kTmp.size()))) {
    result += kTmp;
    return add_star(result);
  }
  const bool word = token.starts_with(kTmp) && all_letters(token);  // "tmpfiles"
  if (all_digits(token) || (!word && looks_random(token))) return add_star(result);
  while (!token.empty()) {
    const auto end = std::find_if_not(token.begin(), token.end(), is_digit);
    const auto digits = static_cast<std::size_t>(end - token.begin());
    if (digits > 0) {
      add_star(result);
    } else {
      result += token.front();
    }
    token.remove_prefix(std::max<std::size_t>(digits, 1));
  }
}

void add_component(std::string& result, std::string_view component) {
  const std::size_t tail = tail_begin(component);
  const std::string_view stem = component.substr(0, tail);
  const std::size_t random = python_random_begin(stem);
  std::string clustered;
  for (std::size_t at = 0; at < random;) {
    const std::string_view rest = stem.substr(at, random - at);
    std::size_t step = stable_length(rest);
    if (step > 0) {
      clustered += rest.substr(0, step);
    } else if (starts_with_uuid(rest)) {
      step = 36;
      add_star(clustered);
    } else if (const std::string_view token = leading_token(rest); !token.empty()) {
      step = token.size();
      add_token(clustered, token);
    } else {
      step = 1;
      clustered += rest.front();
    }
    at += step;
  }
  if (random < stem.size()) add_star(clustered);
  result += clustered;
  result += component.substr(tail);
}

}  // namespace

std::string cluster_name(std::string_view name) {
  std::string result;
  while (true) {
    const std::string_view component = name.substr(0, name.find('/'));
    add_component(result, component);
    if (component.size() == name.size()) break;
    result += '/';
    name.remove_prefix(component.size() + 1);
  }
  return printable(result);
}

}  // namespace ttsoak
