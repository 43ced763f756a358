#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// The report as GitHub-flavoured Markdown, for job summaries and issues: verdict, thresholds,
// figures, processes, errors, and the fingerprint folded in <details>.
std::string render_markdown(const Report& report);

}  // namespace ttsoak
