#pragma once

#include <string>

#include "reports/cause/facts.h"

namespace ttsoak {

// Words and figures that several rules use.

// "41.2 KiB per request (38.0 KiB to 44.4 KiB)"; a rate that is known to the digits shown
// stands alone.
std::string rate_words(const Rate& rate);

// "1.00 per request (0.98 to 1.02)".
std::string count_words(const Rate& rate);

// "1.00", "0.20", "12.5": things per request.
std::string number_words(double value);

// "1 file", "3 files".
std::string plural(double count, const std::string& noun);

// "`server._writers` (dict, +5.0 a cycle, 195.3 KiB each: str -> bytes)".
std::string holder_words(const PythonHolder& holder);

// A finding about a part of RSS: its rate, its share, whether it is resident.
Finding memory_finding(const Facts& facts, Cause cause, const SeriesTrend& trend);

}  // namespace ttsoak
