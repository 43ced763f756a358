#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// `text` as a number, or nothing unless all of it is one in range of `Integer`.
template <typename Integer>
std::optional<Integer> to_integer(std::string_view text, int base = 10) {
  Integer value{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc() || stopped != end || text.empty()) return std::nullopt;
  return value;
}

// Takes the next word off the front of `text`; empty at its end. Words are separated by spaces,
// tabs and line ends.
std::string_view take_word(std::string_view& text);

// The first word after "name:" at the start of a line, as in /proc/<pid>/status; empty if there is
// no such line, or nothing on it.
std::string_view field_word(std::string_view text, std::string_view name);

// The same as a number; of "VmRSS:  1708 kB", 1708.
// Errors: no such line (or it is empty), or not a number; the message names the field.
Result<std::int64_t> field_number(std::string_view text, std::string_view name);

// The same in bytes, for fields that the kernel gives in "kB", by which it means KiB.
Result<std::int64_t> field_bytes(std::string_view text, std::string_view name);

// Reads field after field and keeps the first error, for texts of which every field is needed.
class FieldReader {
 public:
  explicit FieldReader(std::string_view text) : text_(text) {}

  // 0 where the field is wrong; first_error() then says why.
  std::int64_t number(std::string_view name) { return keep(field_number(text_, name)); }
  std::int64_t bytes(std::string_view name) { return keep(field_bytes(text_, name)); }

  [[nodiscard]] const Status& first_error() const { return first_error_; }

 private:
  std::int64_t keep(const Result<std::int64_t>& field);

  std::string_view text_;
  Status first_error_;
};

// "field: expected a number, got "word"", or "field: missing" where `word` is empty.
Error bad_field(std::string_view field, std::string_view word);

}  // namespace ttsoak
