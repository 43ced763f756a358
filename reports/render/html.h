#pragma once

#include <string>

#include "reports/verdict/report.h"

namespace ttsoak {

// The report as one HTML page that needs nothing else: styles, scripts, data and the charting
// library are inside, and its content security policy forbids it to load anything. Everything the
// charts show is also said in words, so the page serves without JavaScript and on paper.
//
// The page is page/page.html with the pieces made here put in; its looks are page/page.css, its
// charts page/charts.js.
std::string render_html(const Report& report);

}  // namespace ttsoak
