#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/cause/facts.h"

namespace ttsoak {

// The subjects of live growth with this cause that are worth telling, the steepest first.
std::vector<const LiveSubject*> subjects_of(const Facts& facts, Cause cause);

// "VoiceCache.put at voices.py:41 keeps 41.2 KiB per request (...), held by `app.cache` (...)".
std::string keeps_words(const LiveSubject& subject);

// "; and 2 more like it", or empty.
std::string and_more(std::size_t subjects);

// Rates, shares and figures of them together, without words. Absent if there are none.
std::optional<Finding> live_finding(const Facts& facts, Cause cause);

// The same, in words, of what comes once for each event of a kind: `share` of the requests are of
// it. "for every aborted stream: X keeps ...; that is 67 KiB for each"; `figure` names that.
std::optional<Finding> finding_by_event(const Facts& facts, Cause cause, const std::string& event,
                                        double share, const std::string& figure);

// Bytes that one thing kept takes; 0 if not known.
double bytes_each(const LiveSubject& subject);

}  // namespace ttsoak
