#include "reports/render/html_causes.h"

#include <algorithm>
#include <cstdio>

#include "reports/render/cause_words.h"
#include "reports/render/escape.h"
#include "reports/render/html_sections.h"

namespace ttsoak {
namespace {

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", 100 * std::clamp(share, 0.0, 1.0));
  return text;
}

// A sentence with the parts between backquotes, which are names from the target, as code.
std::string with_code(const std::string& sentence) {
  std::string html;
  bool code = false;
  for (std::size_t at = 0;;) {
    const std::size_t end = sentence.find('`', at);
    html += code ? escape_html(sentence.substr(at, end - at))
                 : html_prose(sentence.substr(at, end - at));
    if (end == std::string::npos) break;
    code = !code;
    html += code ? "<code>" : "</code>";
    at = end + 1;
  }
  return html + (code ? "</code>" : "");
}

std::string cause_item(const Finding& finding) {
  std::string html = "<li class=\"" + std::string(finding.leak ? "leak" : "sound") +
                     "\"><p class=\"cause\"><b>" + escape_html(cause_in_words(finding.cause)) +
                     "</b> <span>" + html_prose(standing_in_words(finding)) + "</span></p>\n";
  if (finding.share && *finding.share > 0) {
    html += "<span class=\"share\"><span style=\"width:" + percent(*finding.share) +
            "%\"></span></span>\n";
  }
  html += "<p>" + with_code(finding.sentence) + ".</p>\n";
  if (!finding.experiment.empty()) {
    html += "<p class=\"decides\">Would decide: " + with_code(finding.experiment) + ".</p>\n";
  }
  return html + "</li>\n";
}

}  // namespace

std::string html_section(const std::string& id, const std::string& heading,
                         const std::string& body) {
  return "<section aria-labelledby=\"h-" + id + "\">\n<h2 id=\"h-" + id + "\">" + heading +
         "</h2>\n" + body + "</section>\n\n";
}

std::string html_causes(const Report& report) {
  const std::string none = no_cause_in_words(report);
  std::string html;
  if (!none.empty()) {
    html = "<p class=\"empty\">" + escape_html(none) + "</p>\n";
  } else {
    html = "<ol class=\"causes\">\n";
    for (const Finding& finding : report.findings) html += cause_item(finding);
    html += "</ol>\n";
  }
  const std::string limit = limit_in_words(report);
  if (!limit.empty()) html += "<p class=\"note\">Memory limit: " + html_prose(limit) + ".</p>\n";
  return html_section("causes", "Why", html);
}

}  // namespace ttsoak
