#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/record/run_record.h"

namespace ttsoak {

// What was sent and how it came back, in the words that every page uses.

// One percentile row of the latency table. `figures` is null where nothing has this figure.
struct LatencyRow {
  std::string name;  // "Time to first audio"
  const std::optional<Percentiles>* figures;
  std::string (*format)(double);
};
std::vector<LatencyRow> latency_rows(const RequestTotals& totals);

// Whether other requests than normal ones were sent, so that a table of kinds says something.
bool is_mixed(const RequestTotals& totals);

// "normal", "abort at first audio"...
std::string kind_in_words(RequestKind kind);

// "920 normal, 50 abort first audio (50 aborted), 10 empty (1 failed)"; empty if not mixed.
std::string kinds_in_words(const RequestTotals& totals);

// What else has to be said: that ttsoak itself sent requests late, that a client that plays while
// it receives ran dry, that audio was clipped or hardly there. Empty where there is nothing to
// tell.
std::vector<std::string> traffic_notes(const RequestTotals& totals);

}  // namespace ttsoak
