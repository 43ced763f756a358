#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/quantities.h"

namespace ttsoak {

// What Fields::optional() turns a field into; nothing where it is not of the kind asked for.
// Each is strict: no number from a string, no integer from 1.5, no wrapping.

inline std::optional<bool> as_flag(const nlohmann::json& field) {
  if (!field.is_boolean()) return std::nullopt;
  return field.get<bool>();
}

template <typename Integer>
auto as_integer(Integer low, Integer high) {
  return [low, high](const nlohmann::json& field) -> std::optional<Integer> {
    if (!field.is_number_integer()) return std::nullopt;
    if (std::is_signed_v<Integer> && field.is_number_unsigned() &&
        field.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
      return std::nullopt;
    }
    if (std::is_unsigned_v<Integer> && !field.is_number_unsigned()) return std::nullopt;
    using Wide = std::conditional_t<std::is_signed_v<Integer>, std::int64_t, std::uint64_t>;
    const auto wide = field.get<Wide>();
    if (wide < Wide{low} || wide > Wide{high}) return std::nullopt;
    return static_cast<Integer>(wide);
  };
}

// Seconds, fractions allowed, from a millisecond up to `highest`.
inline auto as_seconds(std::chrono::milliseconds lowest, std::chrono::milliseconds highest) {
  return
      [lowest, highest](const nlohmann::json& field) -> std::optional<std::chrono::milliseconds> {
        if (!field.is_number()) return std::nullopt;
        const double ms = std::round(field.get<double>() * 1000);
        if (!(ms >= static_cast<double>(lowest.count()) &&
              ms <= static_cast<double>(highest.count()))) {
          return std::nullopt;
        }
        return std::chrono::milliseconds(std::llround(ms));
      };
}

inline std::optional<double> as_share(const nlohmann::json& field) {
  if (!field.is_number()) return std::nullopt;
  const auto share = field.get<double>();
  if (!(share >= 0 && share <= 1)) return std::nullopt;
  return share;
}

template <typename Accept>
auto as_text(Accept accept) {
  return [accept](const nlohmann::json& field) -> std::optional<std::string> {
    if (!field.is_string() || !accept(field.get_ref<const std::string&>())) return std::nullopt;
    return field.get<std::string>();
  };
}

inline bool is_not_empty(const std::string& text) { return !text.empty(); }

// A list of strings, none of them empty.
inline std::optional<std::vector<std::string>> as_texts(const nlohmann::json& field) {
  if (!field.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const nlohmann::json& element : field) {
    if (!element.is_string() || element.get_ref<const std::string&>().empty()) return std::nullopt;
    texts.push_back(element.get<std::string>());
  }
  return texts;
}

inline std::optional<std::vector<std::string>> as_some_texts(const nlohmann::json& field) {
  auto texts = as_texts(field);
  if (texts && texts->empty()) return std::nullopt;
  return texts;
}

// A size above zero, as parse_bytes() reads it.
inline std::optional<double> as_bytes(const nlohmann::json& field) {
  if (!field.is_string()) return std::nullopt;
  const Result<double> bytes = parse_bytes(field.get_ref<const std::string&>());
  if (!bytes.ok() || bytes.value() <= 0) return std::nullopt;
  return bytes.value();
}

inline std::optional<std::int64_t> as_whole_bytes(const nlohmann::json& field) {
  const auto bytes = as_bytes(field);
  if (!bytes || *bytes < 1) return std::nullopt;
  return static_cast<std::int64_t>(std::llround(*bytes));
}

// A duration above zero, as parse_duration() reads it, in milliseconds.
inline std::optional<double> as_duration_ms(const nlohmann::json& field) {
  if (!field.is_string()) return std::nullopt;
  const auto duration = parse_duration(field.get_ref<const std::string&>());
  if (!duration.ok() || duration.value().count() <= 0) return std::nullopt;
  return static_cast<double>(duration.value().count());
}

// null switches a threshold off: an optional without value, which is a value all the same.
template <typename Convert>
auto or_null(Convert convert) {
  return [convert](const nlohmann::json& field) {
    using Value = decltype(convert(field));
    if (field.is_null()) return std::optional<Value>(Value());
    const Value value = convert(field);
    return value ? std::optional<Value>(value) : std::optional<Value>();
  };
}

}  // namespace ttsoak
