#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "probes/base/result.h"

namespace ttsoak {

// "10KiB", "3GiB", "512" (bytes), "1.5 MB": binary (KiB, MiB, GiB) and decimal (KB, MB, GB) units.
// Errors: not a number, unknown unit, negative.
Result<double> parse_bytes(std::string_view text);

// The shortest text that reads back as the same number.
std::string exact_number(double number);

// "800ms", "5s", "2m", "1h".
Result<std::chrono::milliseconds> parse_duration(std::string_view text);

}  // namespace ttsoak
