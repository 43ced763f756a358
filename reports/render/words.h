#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/verdict/report.h"

namespace ttsoak {

// The words every page uses for the same thing. Names (lower case, underscores) are stable: they
// are what the JSON report holds.

std::string_view status_name(VerdictStatus status);  // "pass"...
std::string_view decision_name(GrowthDecision decision);
std::string_view shape_name(GrowthShape shape);
std::string_view role_name(ProcessRole role);
std::string_view quiesce_name(QuiesceEnd end);
std::string_view event_name(EventKind kind);

// A name for people: "rss_growth_per_request" -> "RSS growth per request".
std::string in_words(std::string_view name);

// The verdict's sentence without the status it may open with, which pages show on their own, and
// the reasons that it does not already hold.
std::string sentence_in_words(const Verdict& verdict);
std::vector<std::string> further_reasons(const Verdict& verdict);

// Whether there was anything to fit; if not, the growth's numbers mean nothing.
bool growth_is_known(const Growth& growth);

// "41.2 KiB per request, 95 % interval 38.0 KiB to 44.4 KiB", or that it is not known.
std::string growth_in_words(const Growth& growth);

// The same, with the chance that it exceeds the budget where there is one:
// "...; the chance that it exceeds 10.0 KiB is 0.3 %".
std::string judged_growth_in_words(const Growth& growth, const Thresholds& limits);

// "1,000 requests in 40 of 40 planned cycles, 25 each, 2 at a time"
std::string work_in_words(const RunRecord& record);

// "3 of 1,000 (0.30 %)", "none of 1,000", "no requests".
std::string errors_in_words(const RequestTotals& totals);

// Who was soaked, as the manifest tells: the command, else the URL, else "not recorded".
std::string target_in_words(const RunHeader& header);

// The pid of the process at `index` ("4711"); empty for the whole run or an unknown process.
std::string pid_in_words(const RunRecord& record, int index);

}  // namespace ttsoak
