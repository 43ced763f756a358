#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// Whole sections of the HTML page; empty where there is nothing to tell. All text is escaped.

std::string html_causes(const Report& report);       // why it grows, at the top
std::string html_composition(const Report& report);  // where memory is, by trough
std::string html_holders(const Report& report);      // Python containers that grew
std::string html_things(const Report& report);       // what grows besides memory
std::string html_experiments(const Report& report);  // what was tried, the cgroup, notes

// `body` under a heading; `id` names it.
std::string html_section(const std::string& id, const std::string& heading,
                         const std::string& body);

}  // namespace ttsoak
