#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/sections.h"

namespace ttsoak {
Status parse_thresholds(const nlohmann::json& json, const std::string& path, Thresholds& limits) {
  const std::string size = "a size above zero such as \"10KiB\", or null for no limit";

  Fields fields(json, path);
  fields.optional("rss_growth_per_request", limits.rss_growth_bytes_per_request, size,
                  or_null(as_bytes));
  fields.optional("rss_peak", limits.rss_peak_bytes, size, or_null(as_whole_bytes));
  fields.optional("error_rate", limits.error_rate, "a number from 0 to 1, or null for no limit",
                  or_null(as_share));
  fields.optional("ttfb_p95", limits.ttfb_p95_ms,
                  "a duration above zero such as \"800ms\", or null for no limit",
                  or_null(as_duration_ms));
  return fields.finish();
}

}  // namespace ttsoak
