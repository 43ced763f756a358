#include <algorithm>
#include <cmath>
#include <cstdio>

#include "reports/render/escape.h"
#include "reports/render/heap_words.h"
#include "reports/render/html_sections.h"
#include "reports/render/stack_text.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

constexpr std::size_t kGainsShown = 5;

constexpr std::size_t kGrowingShown = 50;
constexpr std::size_t kNotProvenShown = 20;

const std::vector<HtmlColumn>& columns() {
  static const std::vector<HtmlColumn> kColumns = {
      {"Call stack"}, {"Growth", true}, {"Live now", true}, {"Survivors"}};
  return kColumns;
}

std::string small(const std::string& text) {
  return text.empty() ? "" : "<small>" + escape_html(text) + "</small>";
}

std::string fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

// What the stack held at each trough, drawn small. The table says it in words.
std::string sparkline(const StackSeries& series) {
  constexpr double kWidth = 120;
  constexpr double kHeight = 26;
  std::vector<double> held;
  for (std::size_t i = 0; i < series.live_bytes.size(); ++i) {
    held.push_back(series.live_bytes[i] + series.mapped_bytes[i]);
  }
  if (held.size() < 2) return "";
  const auto [low, high] = std::minmax_element(held.begin(), held.end());
  if (!(*high > *low)) return "";
  std::string points;
  for (std::size_t i = 0; i < held.size(); ++i) {
    const double x = kWidth * static_cast<double>(i) / static_cast<double>(held.size() - 1);
    const double y = kHeight * (1 - (held[i] - *low) / (*high - *low));
    points += fixed(x) + "," + fixed(y) + " ";
  }
  return "<svg class=\"spark\" viewBox=\"-2 -2 124 30\" aria-hidden=\"true\"><polyline points=\"" +
         points + "\"/></svg>";
}

std::string share_bar(double share) {
  if (share <= 0) return "";
  return "<span class=\"share\"><span style=\"width:" + fixed(100 * share) +
         "%\"></span></span><small>" + format_percent(share) + " of the growth</small>";
}

// Who is responsible, and behind it the whole stack.
std::string stack_cell(const StackWords& words, const std::vector<Frame>& frames) {
  const StackText text = stack_text(frames, StackDetail::full);
  std::string html =
      "<span class=\"owner\">" + escape_html(words.owner) + "</span>" + small(words.place);
  if (text.lines.empty()) return html;
  html += "<details><summary>" + format_count(static_cast<std::int64_t>(text.lines.size())) +
          (text.lines.size() == 1 ? " frame" : " frames, innermost first") +
          "</summary><ol class=\"stack\">";
  for (const std::string& line : text.lines) {
    const bool own = line == text.owner_line;
    html += std::string("<li>") + (own ? "<b>" : "") + escape_html(line) + (own ? "</b>" : "") +
            "</li>";
  }
  return html + "</ol></details>";
}

std::string rate_cell(const Rate& rate) {
  if (!std::isfinite(rate.lower95)) return "about " + format_bytes(rate.mean);
  return format_bytes(rate.mean) +
         small(format_bytes(rate.lower95) + " to " + format_bytes(rate.upper95));
}

std::string row(const Report& report, const GrowingStack& stack, bool proven) {
  const StackSeries& series = report.record.heap.stacks.at(stack.series);
  const StackWords words = stack_in_words(report, stack);
  const std::size_t split = words.live.find(" in ");
  std::string live = escape_html(words.live.substr(0, split));
  if (split != std::string::npos) live += small(words.live.substr(split + 1));
  return html_row(
      columns(),
      {stack_cell(words, series.stack.frames),
       rate_cell(stack.rate) + (proven ? share_bar(share_of_growth(report.ledger, stack)) : ""),
       live + sparkline(series), escape_html(words.born) + small(words.remark)});
}

std::string table(const Report& report, const std::vector<GrowingStack>& stacks, std::size_t most,
                  const std::string& caption, bool proven) {
  std::string html = html_table_head(caption, columns()) + "<tbody role=\"rowgroup\">\n";
  for (std::size_t i = 0; i < std::min(stacks.size(), most); ++i) {
    html += row(report, stacks[i], proven);
  }
  html += "</tbody>\n</table>\n";
  if (stacks.size() > most) {
    html += "<p class=\"note\">" + format_count(static_cast<std::int64_t>(stacks.size() - most)) +
            " more are left out here.</p>\n";
  }
  return html;
}

std::string gains(const Report& report) {
  const std::vector<GainWords> all = gains_in_words(report);
  if (all.empty()) return "";
  std::string html = "<p>Added since before the first request, and held:</p>\n<ol>\n";
  for (std::size_t i = 0; i < std::min(all.size(), kGainsShown); ++i) {
    html += "<li><span class=\"owner\">" + escape_html(all[i].owner) + "</span>" +
            small(all[i].place) + " " + escape_html(gain_in_words(all[i])) + "</li>\n";
  }
  return html + "</ol>\n";
}

}  // namespace

std::string html_heap(const Report& report) {
  const HeapRecord& heap = report.record.heap;
  const HeapLedger& ledger = report.ledger;
  if (heap.empty()) {
    return "<p class=\"empty\">" + escape_html(heap_missing_in_words(heap)) + "</p>\n";
  }
  std::string html = "<p class=\"lead\">" + html_prose(heap_growth_in_words(report)) + "</p>\n";
  if (!ledger.growing.empty()) {
    html += table(report, ledger.growing, kGrowingShown,
                  "Call stacks proven to grow, per completed request with 95 % interval; at most 5 "
                  "% of them by chance",
                  true);
  }
  html += gains(report);
  if (!ledger.not_proven.empty()) {
    const std::string count = format_count(static_cast<std::int64_t>(ledger.not_proven.size()));
    html += "<details class=\"more\"><summary>" + count +
            " more that may or may not grow</summary>\n" +
            table(report, ledger.not_proven, kNotProvenShown,
                  "Not proven: what is seen may be chance", false) +
            "</details>\n";
  }
  std::string notes;
  for (const std::string& note : heap_notes(report.record)) {
    notes += (notes.empty() ? "" : " ") + html_prose(note);
  }
  return html + "<p class=\"note\">" + notes + "</p>\n";
}

}  // namespace ttsoak
