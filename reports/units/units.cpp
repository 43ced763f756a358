#include "reports/units/units.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace ttsoak {
namespace {

constexpr const char* kNotAvailable = "n/a";
constexpr std::int64_t kMinutesPerDay = 1440;

std::string fixed(double value, int decimals) {
  std::array<char, 400> text{};  // the longest double has 309 digits before the point
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

std::string two_units(std::int64_t large, const char* large_unit, std::int64_t small,
                      const char* small_unit) {
  std::string text = std::to_string(large) + " " + large_unit;
  if (small != 0) text += " " + std::to_string(small) + " " + small_unit;
  return text;
}

}  // namespace

std::string format_bytes(double bytes) {
  if (!std::isfinite(bytes)) return kNotAvailable;
  static constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  static constexpr std::array kDecimals = {0, 1, 1, 2, 2};
  // Compared after rounding, so that 1,048,575 bytes read "1.0 MiB" and not "1024.0 KiB".
  std::size_t unit = 0;
  double value = std::abs(bytes);
  while (unit + 1 < kUnits.size() && std::round(value * std::pow(10, kDecimals.at(unit))) >=
                                         1024 * std::pow(10, kDecimals.at(unit))) {
    value /= 1024;
    ++unit;
  }
  // Rates per request may be a fraction of a byte.
  const bool fraction = unit == 0 && value < 10 && value != std::floor(value);
  const std::string number = fixed(value, fraction ? 1 : kDecimals.at(unit));
  const bool zero = number == "0" || number == "0.0";
  return (bytes < 0 && !zero ? "-" : "") + (zero ? "0" : number) + " " + kUnits.at(unit);
}

std::string format_bytes_change(double bytes) {
  const std::string text = format_bytes(bytes);
  return bytes > 0 && text != "0 B" && text != kNotAvailable ? "+" + text : text;
}

std::string format_rate(double bytes_per_request) {
  if (!std::isfinite(bytes_per_request)) return kNotAvailable;
  return format_bytes(bytes_per_request) + " per request";
}

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds)) return kNotAvailable;
  if (seconds < 0) return "-" + format_duration(-seconds);
  if (seconds == 0) return "0 s";
  if (seconds < 0.9995) return fixed(seconds * 1000, seconds < 0.01 ? 1 : 0) + " ms";
  if (seconds < 59.95) return fixed(seconds, 1) + " s";
  if (seconds > 1e12) return fixed(seconds / 86400, 0) + " d";
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 3600) return two_units(whole / 60, "min", whole % 60, "s");
  const std::int64_t minutes = (whole + 30) / 60;
  if (minutes < kMinutesPerDay) return two_units(minutes / 60, "h", minutes % 60, "min");
  const std::int64_t hours = (whole + 1800) / 3600;
  return two_units(hours / 24, "d", hours % 24, "h");
}

std::string format_milliseconds(double milliseconds) {
  if (!std::isfinite(milliseconds)) return kNotAvailable;
  const double size = std::abs(milliseconds);
  if (size >= 60000) return format_duration(milliseconds / 1000);
  if (size >= 999.5) return fixed(milliseconds / 1000, size < 9995 ? 2 : 1) + " s";
  if (size == 0) return "0 ms";
  return fixed(milliseconds, size < 1 ? 2 : size < 100 ? 1 : 0) + " ms";
}

std::string format_real_time_factor(double factor) {
  if (!std::isfinite(factor)) return "n/a";
  char text[32];
  std::snprintf(text, sizeof text, factor < 10 ? "%.2g" : "%.0f", factor);
  return text;
}

std::string format_percent(double fraction) {
  if (!std::isfinite(fraction)) return kNotAvailable;
  const double percent = fraction * 100;
  const double size = std::abs(percent);
  if (size == 0) return "0 %";
  if (size < 0.01) return percent < 0 ? "> -0.01 %" : "< 0.01 %";
  if (size < 1) return fixed(percent, 2) + " %";
  if (percent < 100 && percent > 99.9) return "> 99.9 %";
  return fixed(percent, size < 100 ? 1 : 0) + " %";
}

std::string format_count(std::int64_t count) {
  const std::string digits = std::to_string(count);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const bool after_digit = i > 0 && digits[i - 1] != '-';
    if (after_digit && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace ttsoak
