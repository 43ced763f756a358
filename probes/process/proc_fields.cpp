#include "probes/process/proc_fields.h"

#include <algorithm>
#include <limits>

namespace ttsoak {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr std::int64_t kBytesPerKib = 1024;

}  // namespace

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

std::string_view field_word(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t colon = at + name.size();
    const bool starts_line = at == 0 || text[at - 1] == '\n';
    if (!starts_line || colon >= text.size() || text[colon] != ':') continue;
    std::string_view line = text.substr(colon + 1);
    line = line.substr(0, line.find('\n'));
    return take_word(line);
  }
  return {};
}

Result<std::int64_t> field_number(std::string_view text, std::string_view name) {
  const std::string_view word = field_word(text, name);
  const auto number = to_integer<std::int64_t>(word);
  if (!number) return bad_field(name, word);
  return *number;
}

Result<std::int64_t> field_bytes(std::string_view text, std::string_view name) {
  const Result<std::int64_t> kib = field_number(text, name);
  if (!kib.ok()) return kib.error();
  if (kib.value() < 0 || kib.value() > std::numeric_limits<std::int64_t>::max() / kBytesPerKib) {
    return Error{std::string(name) + ": out of range"};
  }
  return kib.value() * kBytesPerKib;
}

std::int64_t FieldReader::keep(const Result<std::int64_t>& field) {
  if (field.ok()) return field.value();
  if (!first_error_) first_error_ = field.error();
  return 0;
}

Error bad_field(std::string_view field, std::string_view word) {
  if (word.empty()) return Error{std::string(field) + ": missing"};
  return Error{std::string(field) + ": expected a number, got \"" + std::string(word) + "\""};
}

}  // namespace ttsoak
