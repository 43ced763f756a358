#include "reports/render/trigger_words.h"

#include <algorithm>

#include "reports/render/escape.h"
#include "reports/render/html_causes.h"
#include "reports/render/html_sections.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::string standing_of(const TrafficEffect& effect) {
  if (effect.grows) return "grows";
  if (effect.grew_at_first) return "grew at first";
  return effect.is_spared ? "spared" : "";
}

std::string padded(std::string text, std::size_t columns) {
  text.resize(std::max(columns, text.size()), ' ');
  return text;
}

constexpr const char* kBasis =
    "Each is growth beyond that of plain traffic: one text, one voice, one format, one request at "
    "a time. The intervals hold together with 95 %.";

}  // namespace

std::vector<TriggerRow> trigger_rows(const Report& report) {
  std::vector<TriggerRow> rows;
  for (const TrafficEffect& effect : report.trigger.effects) {
    const std::string series = effect.series == TriggerSeries::rss ? "RSS" : "live heap";
    TriggerRow row{subject_of(effect),
                   format_bytes(effect.bytes_per_unit) + " [" + format_bytes(effect.low) + ", " +
                       format_bytes(effect.high) + "]",
                   standing_of(effect),
                   series + ", " + std::to_string(effect.blocks) +
                       (effect.blocks == 1 ? " block" : " blocks")};
    if (effect.error_share > 0)
      row.rests_on += ", " + format_percent(effect.error_share) + " failed";
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string render_trigger(const Report& report) {
  const std::vector<TriggerRow> rows = trigger_rows(report);
  if (rows.empty()) return "";
  std::size_t subjects = 0, growths = 0;
  for (const TriggerRow& row : rows) {
    subjects = std::max(subjects, row.subject.size());
    growths = std::max(growths, row.growth.size());
  }
  std::string text;
  for (const TriggerRow& row : rows) {
    text += "  " + padded(escape_terminal(row.subject), subjects + 2) +
            padded(row.growth, growths + 2) + padded(row.standing, 15) + row.rests_on + "\n";
  }
  return escape_terminal(report.trigger.sentence) + "\n\n" + text + "\n" + kBasis + "\n";
}

std::string markdown_trigger(const Report& report) {
  const std::vector<TriggerRow> rows = trigger_rows(report);
  if (rows.empty()) return "";
  std::string text = "\n## Which traffic\n\n" + escape_markdown(report.trigger.sentence) +
                     "\n\n| for every | growth | | rests on |\n|---|---|---|---|\n";
  for (const TriggerRow& row : rows) {
    text += "| " + escape_markdown(row.subject) + " | " + row.growth + " | " + row.standing +
            " | " + row.rests_on + " |\n";
  }
  return text + "\n" + kBasis + "\n";
}

std::string html_trigger(const Report& report) {
  const std::vector<TriggerRow> rows = trigger_rows(report);
  if (rows.empty()) return "";
  const std::vector<HtmlColumn> columns = {
      {"For every"}, {"Growth", true}, {"Standing"}, {"Rests on"}};
  std::string html = "<p>" + html_prose(report.trigger.sentence) + "</p>\n" +
                     html_table_head("Kinds of traffic, in the order tried", columns) +
                     "<tbody role=\"rowgroup\">\n";
  for (const TriggerRow& row : rows) {
    html +=
        html_row(columns, {escape_html(row.subject), html_prose(row.growth),
                           row.standing == "grows" ? "<b>grows</b>" : row.standing, row.rests_on});
  }
  html += "</tbody>\n</table>\n<p class=\"note\">" + std::string(kBasis) + "</p>\n";
  return html_section("trigger", "Which traffic", html);
}

}  // namespace ttsoak
