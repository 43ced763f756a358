#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// What the page's charts draw, as JSON that is safe inside a <script>: memory in MiB, latency in
// ms, time in s. Null where a number is not finite.
std::string chart_data(const Report& report);

// What each chart shows, in words: for those who cannot see it, and for print. Empty where there
// is nothing to draw.
std::string troughs_in_words(const Report& report);
std::string rss_in_words(const RunRecord& record);
std::string latency_in_words(const RunRecord& record);

}  // namespace ttsoak
