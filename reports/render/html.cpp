#include "reports/render/html.h"

#include <map>
#include <string_view>

#include "probes/base/result.h"
#include "reports/render/chart_data.h"
#include "reports/render/escape.h"
#include "reports/render/html_causes.h"
#include "reports/render/html_sections.h"
#include "reports/render/page_files.h"
#include "reports/render/trigger_words.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

// Puts `pieces` where the skeleton says {{name}}. What was put in is not looked at again, so text
// from the record that happens to hold {{name}} stays text.
std::string filled(std::string_view skeleton,
                   const std::map<std::string_view, std::string>& pieces) {
  std::string page;
  for (;;) {
    const std::size_t open = skeleton.find("{{");
    page += skeleton.substr(0, open);
    if (open == std::string_view::npos) return page;
    const std::size_t close = skeleton.find("}}", open);
    if (close == std::string_view::npos) abort_with("page.html: {{ without }}");
    const auto piece = pieces.find(skeleton.substr(open + 2, close - open - 2));
    if (piece == pieces.end()) abort_with("page.html asks for a piece nobody makes");
    page += piece->second;
    skeleton.remove_prefix(close + 2);
  }
}

std::string key(std::initializer_list<std::pair<const char*, const char*>> entries) {
  std::string html;
  for (const auto& [style, words] : entries) {
    html += std::string("<li><span class=\"swatch ") + style + "\"></span>" + words + "</li>";
  }
  return html;
}

std::string troughs_chart(const Report& report) {
  return html_chart("troughs", "Resident memory after each cycle against completed requests",
                    "MiB by completed requests",
                    key({{"point", "trough of a cycle"},
                         {"line", "fit"},
                         {"band", "95 % band"},
                         {"dashed", "budget"},
                         {"shade", "warm-up, left out"}}) +
                        (report.live_heap.bytes.empty()
                             ? ""
                             : key({{"line third", "live heap, right axis at the same scale"}})),
                    troughs_in_words(report), "No cycle finished, so there is no trough to draw.");
}

std::string rss_chart(const RunRecord& record) {
  return html_chart("rss", "Resident memory of the process tree over time", "MiB by time",
                    key({{"line", "RSS, highest"},
                         {"band", "down to the lowest"},
                         {"peak", "peak"},
                         {"shade", "quiesce"}}),
                    rss_in_words(record), "No sample of resident memory was recorded.");
}

std::string latency_chart(const RunRecord& record) {
  return html_chart(
      "latency", "Latency by cycle", "ms by cycle",
      key({{"line", "median"}, {"line second", "95th percentile"}, {"line third", "median TTFB"}}),
      latency_in_words(record), "No request succeeded in a finished cycle, so none has a latency.");
}

}  // namespace

std::string render_html(const Report& report) {
  const RunRecord& record = report.record;
  return filled(kPageSkeleton, {{"name", escape_html(record.header.name)},
                                {"status", std::string(to_string(report.verdict.status))},
                                {"dygraphs_css", std::string(kDygraphsCss)},
                                {"page_css", std::string(kPageCss)},
                                {"tables_css", std::string(kTablesCss)},
                                {"causes_css", std::string(kCausesCss)},
                                {"verdict", html_verdict(report.verdict)},
                                {"causes", html_causes(report) + html_trigger(report)},
                                {"composition", html_composition(report)},
                                {"holders", html_holders(report)},
                                {"things", html_things(report)},
                                {"experiments", html_experiments(report)},
                                {"facts", html_facts(report)},
                                {"troughs", troughs_chart(report)},
                                {"heap", html_heap(report)},
                                {"rss", rss_chart(record)},
                                {"latency", latency_chart(record)},
                                {"thresholds", html_thresholds(report.thresholds)},
                                {"processes", html_processes(record)},
                                {"errors", html_kinds(record.totals) + html_errors(record.totals)},
                                {"events", html_events(record)},
                                {"fingerprint", html_fingerprint(record.header.manifest)},
                                {"data", chart_data(report)},
                                {"dygraphs_js", std::string(kDygraphsJs)},
                                {"charts_js", std::string(kChartsJs)}});
}

}  // namespace ttsoak
