#pragma once

#include <string>
#include <string_view>

#include "reports/verdict/report.h"

namespace ttsoak {

// The pieces of the HTML page, each valid inside <main>. All text in them is escaped.

std::string html_verdict(const Verdict& verdict);
std::string html_facts(const Report& report);
std::string html_thresholds(const std::vector<ThresholdResult>& thresholds);
std::string html_processes(const RunRecord& record);
std::string html_heap(const Report& report);
// Notes on the latencies, and a table of the kinds of requests where there were several.
std::string html_kinds(const RequestTotals& totals);
std::string html_errors(const RequestTotals& totals);
std::string html_events(const RunRecord& record);
std::string html_fingerprint(const std::map<std::string, std::string>& manifest);

// Running text: escaped, and with a no-break space between each figure and its unit.
std::string html_prose(std::string_view text);

// A chart, drawn by page/charts.js in the element with this id, with its key and its summary in
// words; without a summary the sentence `if_empty` stands alone. `key` is HTML.
std::string html_chart(const std::string& id, const std::string& label, const std::string& axes,
                       const std::string& key, const std::string& summary,
                       const std::string& if_empty);

// The parts tables are made of. On a narrow screen every row becomes a card and every cell shows
// its `label`; the roles keep it a table for screen readers all the same.
struct HtmlColumn {
  std::string label;
  bool number = false;
};
std::string html_table_head(const std::string& caption, const std::vector<HtmlColumn>& columns);
// `cells` are HTML, one for each column.
std::string html_row(const std::vector<HtmlColumn>& columns, const std::vector<std::string>& cells);

}  // namespace ttsoak
