#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "reports/cause/facts.h"

namespace ttsoak {

// What there is to say of things of these kinds whose number grows: the steepest by name, their
// count and bytes per request. The sentence is "`/tmp/temp_voice_*.wav`: 1.00 per request (...),
// 64.0 KiB each; and 2 more names". Absent if none grows, or by less than three.
std::optional<Finding> thing_finding(const Facts& facts, Cause cause,
                                     std::initializer_list<InventoryKind> kinds);

// Bytes of RSS by which mappings of deleted files have grown, as far as that is proven.
double unlinked_growth(const Facts& facts);

}  // namespace ttsoak
