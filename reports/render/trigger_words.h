#pragma once

#include <string>
#include <vector>

#include "reports/verdict/report.h"

namespace ttsoak {

// A kind of traffic that was tried, for people.
struct TriggerRow {
  std::string subject;   // "aborted request"
  std::string growth;    // for each: "67.0 KiB [61.0 KiB, 73.0 KiB]"
  std::string standing;  // "grows", "" or "spared"
  std::string rests_on;  // "live heap, 2 blocks"
};

// In the order in which they were tried; empty without a diagnosis.
std::vector<TriggerRow> trigger_rows(const Report& report);

// All there is to say of a diagnosis, on a terminal.
std::string render_trigger(const Report& report);

std::string markdown_trigger(const Report& report);  // empty without a diagnosis
std::string html_trigger(const Report& report);      // likewise

}  // namespace ttsoak
