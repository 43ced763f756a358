#include "harness/config/quantities.h"

#include <charconv>
#include <cmath>
#include <span>
#include <string>

namespace ttsoak {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr Unit kByteUnits[] = {
    {"", 1},     {"B", 1},    {"KiB", 1024}, {"MiB", 1024.0 * 1024}, {"GiB", 1024.0 * 1024 * 1024},
    {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
};
constexpr Unit kTimeUnits[] = {{"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"h", 3600e3}};

// Beyond this, counts of bytes or milliseconds no longer fit the types they are kept in.
constexpr double kLargest = 9e18;

// "1.5 MB" in terms of the unit with factor 1.
Result<double> parse_quantity(std::string_view text, std::span<const Unit> units,
                              const std::string& expected) {
  const Error error{"expected " + expected + ", got \"" + std::string(text) + "\""};
  double number = 0;
  const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || !std::isfinite(number) || std::signbit(number)) return error;
  std::string_view name = text.substr(static_cast<std::size_t>(rest - text.data()));
  if (name.starts_with(' ')) name.remove_prefix(1);
  for (const Unit& unit : units) {
    if (unit.name != name) continue;
    if (number * unit.factor > kLargest) return error;
    return number * unit.factor;
  }
  return error;
}

}  // namespace

std::string exact_number(double number) {
  char text[32];
  const auto [end, failure] = std::to_chars(text, text + sizeof text, number);
  if (failure != std::errc()) abort_with("a double longer than 32 characters");
  return {text, end};
}

Result<double> parse_bytes(std::string_view text) {
  return parse_quantity(text, kByteUnits, "a size such as \"10KiB\", \"1.5MB\" or \"3GiB\"");
}

Result<std::chrono::milliseconds> parse_duration(std::string_view text) {
  const Result<double> milliseconds =
      parse_quantity(text, kTimeUnits, "a duration such as \"800ms\", \"5s\", \"2m\" or \"1h\"");
  if (!milliseconds.ok()) return milliseconds.error();
  return std::chrono::milliseconds(std::llround(milliseconds.value()));
}

}  // namespace ttsoak
