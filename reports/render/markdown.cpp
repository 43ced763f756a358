#include "reports/render/markdown.h"

#include <algorithm>
#include <initializer_list>

#include "reports/render/escape.h"
#include "reports/render/words.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

constexpr std::size_t kRowsShown = 20;  // job summaries are short of room; the JSON has them all

std::string row(std::initializer_list<std::string> cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string more(std::size_t all) {
  if (all <= kRowsShown) return "";
  return "\nand " + std::to_string(all - kRowsShown) + " more.\n";
}

std::string_view icon(VerdictStatus status) {
  switch (status) {
    case VerdictStatus::pass:
      return "✅ ";
    case VerdictStatus::fail:
      return "❌ ";
    case VerdictStatus::inconclusive:
      return "❔ ";
    case VerdictStatus::invalid:
      return "⚠️ ";
  }
  return "";
}

std::string status_cell(VerdictStatus status) {
  return std::string(icon(status)) + std::string(to_string(status));
}

std::string thresholds(const std::vector<ThresholdResult>& thresholds) {
  if (thresholds.empty()) return "No thresholds were set.\n";
  std::string text = "| Threshold | Limit | Measured | Status |\n|---|---:|---:|---|\n";
  for (const ThresholdResult& threshold : thresholds) {
    text += row({escape_markdown(in_words(threshold.metric)), escape_markdown(threshold.limit),
                 escape_markdown(threshold.measured), status_cell(threshold.status)});
  }
  return text;
}

std::string percentiles_row(const std::string& name, const std::optional<Percentiles>& figures,
                            std::string (*format)(double)) {
  if (!figures) return "";
  return row({name, format(figures->p50), format(figures->p90), format(figures->p95),
              format(figures->p99), format(figures->max)});
}

std::string latency(const RequestTotals& totals) {
  if (!totals.latency_ms && !totals.ttfb_ms)
    return "No request succeeded, so none has a latency.\n";
  return "| | p50 | p90 | p95 | p99 | max |\n|---|---:|---:|---:|---:|---:|\n" +
         percentiles_row("Latency", totals.latency_ms, format_milliseconds) +
         percentiles_row("TTFB", totals.ttfb_ms, format_milliseconds) +
         percentiles_row("Real-time factor", totals.real_time_factor, format_real_time_factor);
}

std::string figures(const Report& report) {
  const RunRecord& record = report.record;
  std::string text = "| | |\n|---|---|\n";
  text += row({"Target", markdown_code(target_in_words(record.header))});
  text += row({"Work", work_in_words(record)});
  text += row({"Duration", format_duration(record.duration_s)});
  text += row({"Errors", errors_in_words(record.totals)});
  text += row({"Growth", growth_in_words(report.growth)});
  text += row({"Peak RSS", format_bytes(record.rss_peak_bytes)});
  if (!record.cycles.empty()) {
    text += row({"Troughs", format_bytes(record.cycles.front().trough_rss_bytes) + " to " +
                                format_bytes(record.cycles.back().trough_rss_bytes)});
  }
  return text;
}

std::string processes(const std::vector<ProcessSummary>& all) {
  if (all.empty()) return "No process was seen.\n";
  std::string text =
      "| Role | PID | Command | First RSS | Last RSS | Peak RSS |\n|---|---:|---|---:|---:|---:|\n";
  for (std::size_t i = 0; i < std::min(all.size(), kRowsShown); ++i) {
    const ProcessSummary& process = all[i];
    text += row({std::string(role_name(process.info.role)), std::to_string(process.info.pid),
                 markdown_code(process.info.command), format_bytes(process.first_rss_bytes),
                 format_bytes(process.last_rss_bytes), format_bytes(process.peak_rss_bytes)});
  }
  return text + more(all.size());
}

std::string errors(const RequestTotals& totals) {
  if (totals.errors_by_kind.empty()) return "";
  std::string text = "\n### Errors\n\n| Kind | Count | Example |\n|---|---:|---|\n";
  for (const auto& [kind, count] : totals.errors_by_kind) {
    const auto example = totals.example_by_kind.find(kind);
    text += row({escape_markdown(in_words(kind)), format_count(count),
                 example == totals.example_by_kind.end() ? "" : markdown_code(example->second)});
  }
  return text;
}

std::string events(const RunRecord& record) {
  if (record.events.empty()) return "";
  std::string text = "\n### Events\n\n| At | What | PID | Detail |\n|---:|---|---:|---|\n";
  for (std::size_t i = 0; i < std::min(record.events.size(), kRowsShown); ++i) {
    const Event& event = record.events[i];
    text += row({format_duration(std::chrono::duration<double>(event.at).count()),
                 in_words(event_name(event.kind)), pid_in_words(record, event.process),
                 markdown_code(event.detail)});
  }
  return text + more(record.events.size());
}

std::string fingerprint(const std::map<std::string, std::string>& manifest) {
  if (manifest.empty()) return "";
  std::string text = "\n<details><summary>Fingerprint</summary>\n\n| | |\n|---|---|\n";
  for (const auto& [key, value] : manifest) {
    text += row({escape_markdown(key), markdown_code(value)});
  }
  return text + "\n</details>\n";
}

}  // namespace

std::string render_markdown(const Report& report) {
  std::string text = "## " + status_cell(report.verdict.status) + ": " +
                     escape_markdown(report.record.header.name) + "\n\n**" +
                     escape_markdown(sentence_in_words(report.verdict)) + "**\n\n";
  for (const std::string& reason : further_reasons(report.verdict)) {
    text += "- " + escape_markdown(reason) + "\n";
  }
  text += "\n" + thresholds(report.thresholds) + "\n" + figures(report) + "\n" +
          latency(report.record.totals) + "\n### Processes\n\n" +
          processes(report.record.processes);
  return text + errors(report.record.totals) + events(report.record) +
         fingerprint(report.record.header.manifest);
}

}  // namespace ttsoak
