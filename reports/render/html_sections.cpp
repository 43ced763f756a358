#include "reports/render/html_sections.h"

#include <algorithm>
#include <regex>

#include "reports/render/escape.h"
#include "reports/render/traffic_words.h"
#include "reports/render/words.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

constexpr std::size_t kEventsShown = 200;

// A shape of its own for every status: colour alone tells nothing to one man in twelve.
std::string icon(VerdictStatus status) {
  const auto svg = [](const std::string& path) {
    return R"(<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">)"
           R"(<path fill="none" stroke="currentColor" stroke-width="2.6" )"
           R"(stroke-linecap="round" stroke-linejoin="round" d=")" +
           path + R"("/></svg>)";
  };
  switch (status) {
    case VerdictStatus::pass:
      return svg("M4.5 12.5 9.5 17.5 19.5 6.5");
    case VerdictStatus::fail:
      return svg("M6 6 18 18M18 6 6 18");
    case VerdictStatus::inconclusive:
      return svg("M8 9a4 4 0 1 1 5.6 3.7c-1 .5-1.6 1.2-1.6 2.3M12 19.2v.1");
    case VerdictStatus::invalid:
      return svg("M12 4.5v9.5M12 19v.1");
  }
  return "";
}

std::string badge(VerdictStatus status) {
  return "<span class=\"badge " + std::string(status_name(status)) + "\">" + icon(status) +
         std::string(to_string(status)) + "</span>";
}

std::string code(const std::string& text) {
  return text.empty() ? "" : "<code>" + escape_html(text) + "</code>";
}

std::string fact(const std::string& name, const std::string& value, const std::string& note) {
  return "<div><dt>" + name + "</dt><dd>" + html_prose(value) +
         (note.empty() ? "" : "<small>" + html_prose(note) + "</small>") + "</dd></div>\n";
}

std::string latency_note(const Percentiles& latency) {
  return "p95 " + format_milliseconds(latency.p95) + ", p99 " + format_milliseconds(latency.p99) +
         ", max " + format_milliseconds(latency.max);
}

std::string growth_fact(const std::string& name, const Growth& growth) {
  if (!growth_is_known(growth)) return fact(name, "not known", growth.why);
  return fact(
      name, format_rate(growth.rate),
      "95 % interval " + format_bytes(growth.lower95) + " to " + format_bytes(growth.upper95));
}

}  // namespace

std::string html_prose(std::string_view text) {
  static const std::regex kFigure(R"(([0-9]) (B|KiB|MiB|GiB|TiB|ms|s|min|h|d|%)(?![A-Za-z]))");
  return std::regex_replace(escape_html(text), kFigure, "$1\xC2\xA0$2");
}

std::string html_verdict(const Verdict& verdict) {
  std::string html = "<section class=\"verdict " + std::string(status_name(verdict.status)) +
                     "\" aria-label=\"Verdict\">\n<p class=\"status\">" + icon(verdict.status) +
                     std::string(to_string(verdict.status)) + "</p>\n<p class=\"sentence\">" +
                     html_prose(sentence_in_words(verdict)) + "</p>\n";
  std::string reasons;
  for (const std::string& reason : further_reasons(verdict)) {
    reasons += "<li>" + html_prose(reason) + "</li>\n";
  }
  if (!reasons.empty()) html += "<ul>\n" + reasons + "</ul>\n";
  return html + "</section>\n";
}

std::string html_facts(const Report& report) {
  const RunRecord& record = report.record;
  const RequestTotals& totals = record.totals;
  std::string html = "<dl class=\"facts\">\n<div class=\"wide\"><dt>Target</dt><dd>" +
                     code(target_in_words(record.header)) + "</dd></div>\n";
  html += growth_fact("Growth", report.growth);
  if (report.live_growth) html += growth_fact("Growth of live heap", *report.live_growth);
  html +=
      fact("Peak RSS",
           record.rss.empty() && record.rss_peak_bytes == 0 ? "not measured"
                                                            : format_bytes(record.rss_peak_bytes),
           record.heap.empty() ? "of the whole process tree"
                               : "of the whole process tree with the tracer");
  html += fact("Duration", format_duration(record.duration_s),
               record.complete ? in_words(record.end_reason) : "the record has no end");
  const std::string work = work_in_words(record);
  const std::size_t split = work.find(" in ");
  html += fact("Work", work.substr(0, split), work.substr(split + 1));
  html += fact("Errors", errors_in_words(totals), "");
  if (totals.latency_ms) {
    html += fact("Median latency", format_milliseconds(totals.latency_ms->p50),
                 latency_note(*totals.latency_ms));
  }
  if (totals.ttfb_ms) {
    html += fact("Median time to first byte", format_milliseconds(totals.ttfb_ms->p50),
                 latency_note(*totals.ttfb_ms));
  }
  if (totals.first_audio_ms) {
    html += fact("Median time to first audio", format_milliseconds(totals.first_audio_ms->p50),
                 latency_note(*totals.first_audio_ms));
  }
  if (totals.longest_gap_ms) {
    html += fact("Longest gap in a reply, median", format_milliseconds(totals.longest_gap_ms->p50),
                 latency_note(*totals.longest_gap_ms));
  }
  if (const auto& rtf = totals.real_time_factor) {
    html += fact(
        "Median real-time factor", format_real_time_factor(rtf->p50),
        "p95 " + format_real_time_factor(rtf->p95) + ", max " + format_real_time_factor(rtf->max));
  }
  return html + "</dl>\n";
}

std::string html_chart(const std::string& id, const std::string& label, const std::string& axes,
                       const std::string& key, const std::string& summary,
                       const std::string& if_empty) {
  if (summary.empty()) return "<p class=\"empty\">" + escape_html(if_empty) + "</p>\n";
  return "<figure>\n<div class=\"above\"><span class=\"axes\">" + axes +
         "</span><span class=\"readout\" id=\"" + id + "-readout\"></span></div>\n" +
         "<div class=\"chart\" id=\"" + id + "\" role=\"img\" aria-label=\"" + label +
         "\" aria-describedby=\"" + id + "-words\"></div>\n<ul class=\"key\">" + key +
         "</ul>\n<figcaption id=\"" + id + "-words\">" + html_prose(summary) +
         "</figcaption>\n</figure>\n";
}

std::string html_table_head(const std::string& caption, const std::vector<HtmlColumn>& columns) {
  std::string html = "<table role=\"table\"" +
                     std::string(columns.size() > 5 ? " class=\"many\"" : "") + ">\n<caption>" +
                     caption + "</caption>\n<thead role=\"rowgroup\"><tr role=\"row\">";
  for (const HtmlColumn& column : columns) {
    html += std::string("<th scope=\"col\" role=\"columnheader\"") +
            (column.number ? " class=\"number\"" : "") + ">" + column.label + "</th>";
  }
  return html + "</tr></thead>\n";
}

std::string html_row(const std::vector<HtmlColumn>& columns,
                     const std::vector<std::string>& cells) {
  std::string html = "<tr role=\"row\">";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    html += "<td role=\"cell\" data-label=\"" + columns.at(i).label + "\"" +
            (columns[i].number ? " class=\"number\"" : "") + "><div>" + cells[i] + "</div></td>";
  }
  return html + "</tr>\n";
}

std::string html_thresholds(const std::vector<ThresholdResult>& thresholds) {
  if (thresholds.empty()) return "<p class=\"empty\">No thresholds were set for this run.</p>\n";
  const std::vector<HtmlColumn> columns = {
      {"Threshold"}, {"Limit", true}, {"Measured", true}, {"Status"}};
  std::string html = html_table_head("What was measured against each limit", columns) +
                     "<tbody role=\"rowgroup\">\n";
  for (const ThresholdResult& threshold : thresholds) {
    html += html_row(
        columns,
        {"<span class=\"name\">" + escape_html(in_words(threshold.metric)) + "</span>",
         escape_html(threshold.limit), escape_html(threshold.measured), badge(threshold.status)});
  }
  return html + "</tbody>\n</table>\n";
}

std::string html_kinds(const RequestTotals& totals) {
  std::string html;
  for (const std::string& note : traffic_notes(totals)) {
    html += "<p class=\"note\">" + html_prose(note) + "</p>\n";
  }
  if (!is_mixed(totals)) return html;
  const std::vector<HtmlColumn> columns = {
      {"Kind"}, {"Sent", true}, {"Aborted", true}, {"Failed", true}};
  html += html_table_head("Requests by kind", columns) + "<tbody role=\"rowgroup\">\n";
  for (const auto& [kind, counts] : totals.by_kind) {
    html += html_row(columns, {kind_in_words(kind), format_count(counts.requests),
                               format_count(counts.aborted), format_count(counts.errors)});
  }
  return html + "</tbody>\n</table>\n";
}

std::string html_errors(const RequestTotals& totals) {
  if (totals.errors_by_kind.empty()) {
    return totals.requests == 0
               ? "<p class=\"empty\">No request was sent in a finished cycle.</p>\n"
               : "<p class=\"empty\">Every request succeeded: the right status, the right media "
                 "type, intact audio.</p>\n";
  }
  const std::vector<HtmlColumn> columns = {
      {"Kind"}, {"Count", true}, {"Share", true}, {"First example"}};
  std::string html =
      html_table_head("Failed requests by kind", columns) + "<tbody role=\"rowgroup\">\n";
  for (const auto& [kind, count] : totals.errors_by_kind) {
    const auto example = totals.example_by_kind.find(kind);
    html += html_row(columns,
                     {escape_html(in_words(kind)), format_count(count),
                      totals.requests == 0 ? ""
                                           : format_percent(static_cast<double>(count) /
                                                            static_cast<double>(totals.requests)),
                      example == totals.example_by_kind.end() ? "" : code(example->second)});
  }
  return html + "</tbody>\n</table>\n";
}

std::string html_events(const RunRecord& record) {
  if (record.events.empty()) {
    return "<p class=\"empty\">Nothing happened to the target or to the run.</p>\n";
  }
  const std::vector<HtmlColumn> columns = {{"At", true}, {"What"}, {"PID", true}, {"Detail"}};
  std::string html = html_table_head("What happened, by time since the start", columns) +
                     "<tbody role=\"rowgroup\">\n";
  for (std::size_t i = 0; i < std::min(record.events.size(), kEventsShown); ++i) {
    const Event& event = record.events[i];
    html += html_row(columns, {format_duration(std::chrono::duration<double>(event.at).count()),
                               in_words(event_name(event.kind)),
                               pid_in_words(record, event.process), escape_html(event.detail)});
  }
  html += "</tbody>\n</table>\n";
  if (record.events.size() > kEventsShown) {
    html += "<p class=\"note\">" +
            format_count(static_cast<std::int64_t>(record.events.size() - kEventsShown)) +
            " later events are left out here; the JSON report holds them all.</p>\n";
  }
  return html;
}

std::string html_fingerprint(const std::map<std::string, std::string>& manifest) {
  if (manifest.empty()) return "<p class=\"empty\">No fingerprint was recorded.</p>\n";
  std::string html = "<details>\n<summary>" +
                     format_count(static_cast<std::int64_t>(manifest.size())) +
                     " facts about the machine, the target and the run</summary>\n"
                     "<dl class=\"fingerprint\">\n";
  for (const auto& [key, value] : manifest) {
    html += "<div><dt>" + escape_html(key) + "</dt><dd>" + escape_html(value) + "</dd></div>\n";
  }
  return html + "</dl>\n</details>\n";
}

}  // namespace ttsoak
