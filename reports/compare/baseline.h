#pragma once

#include <map>
#include <string>
#include <string_view>

#include "probes/base/result.h"
#include "reports/record/run_record.h"
#include "reports/trend/growth.h"

namespace ttsoak {

// What one run measured, small enough to be committed beside the code of the server.
struct Baseline {
  std::string name;
  std::int64_t requests = 0;
  int requests_per_cycle = 0, concurrency = 0;
  double rss_initial_bytes = 0;   // before the first request
  double rss_after_50_bytes = 0;  // at the first trough after 50 requests
  double rss_level_bytes = 0;     // at the last trough
  double rss_peak_bytes = 0;
  double growth = 0, growth_lower95 = 0, growth_upper95 = 0;  // bytes per request
  std::map<std::string, std::string> machine;                 // as machine_of()
  std::map<std::string, std::string> versions;                // ttsoak's, and when it was made

  bool operator==(const Baseline&) const = default;
};

// Errors: the run cannot be judged, did fewer than 50 requests, or its growth is not known.
Result<Baseline> baseline_of(const RunRecord& record, const Growth& growth);

// As JSON for people and version control: sorted, indented, whole bytes. And the way back, whose
// errors say what is missing or of the wrong kind.
std::string baseline_text(const Baseline& baseline);
Result<Baseline> parse_baseline_text(std::string_view text);

}  // namespace ttsoak
