#include "reports/render/markdown.h"

#include <algorithm>
#include <initializer_list>

#include "reports/render/escape.h"
#include "reports/render/heap_words.h"
#include "reports/render/markdown_causes.h"
#include "reports/render/stack_text.h"
#include "reports/render/traffic_words.h"
#include "reports/render/trigger_words.h"
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
  std::string text = "| | p50 | p90 | p95 | p99 | max |\n|---|---:|---:|---:|---:|---:|\n";
  for (const LatencyRow& one : latency_rows(totals)) {
    text += percentiles_row(one.name, *one.figures, one.format);
  }
  return text;
}

std::string figures(const Report& report) {
  const RunRecord& record = report.record;
  std::string text = "| | |\n|---|---|\n";
  text += row({"Target", markdown_code(target_in_words(record.header))});
  text += row({"Work", work_in_words(record)});
  text += row({"Duration", format_duration(record.duration_s)});
  text += row({"Errors", errors_in_words(record.totals)});
  const Thresholds& limits = record.header.thresholds;
  text += row({"Growth", judged_growth_in_words(report.growth, limits)});
  if (report.live_growth) {
    text += row({"Growth of live heap", judged_growth_in_words(*report.live_growth, limits)});
  }
  text += row({"Peak RSS", format_bytes(record.rss_peak_bytes)});
  const std::vector<double>& bytes = report.troughs.bytes;
  if (!bytes.empty()) {
    const std::string tracer = tracer_in_words(record.heap);
    text += row({"Troughs", format_bytes(bytes.front()) + " to " + format_bytes(bytes.back()) +
                                (tracer.empty() ? "" : "; " + tracer)});
  }
  return text;
}

std::string stacks(const Report& report) {
  const std::vector<GrowingStack>& growing = report.ledger.growing;
  if (growing.empty()) return "";
  std::string text =
      "\n| Call stack | Growth per request | 95 % interval | Live now | Survivors |\n"
      "|---|---:|---:|---:|---|\n";
  for (std::size_t i = 0; i < std::min(growing.size(), kRowsShown); ++i) {
    const StackWords words = stack_in_words(report, growing[i]);
    const std::string place = words.place.empty() ? "" : " " + escape_markdown(words.place);
    const std::string remark = words.remark.empty() ? "" : "; " + words.remark;
    text +=
        row({markdown_code(words.owner) + place, format_bytes(growing[i].rate.mean),
             format_bytes(growing[i].rate.lower95) + " to " + format_bytes(growing[i].rate.upper95),
             words.live, words.born + remark});
  }
  return text + more(growing.size());
}

// The stack that grows most, in full.
std::string first_stack(const Report& report) {
  if (report.ledger.growing.empty()) return "";
  const GrowingStack& first = report.ledger.growing.front();
  const StackText text =
      stack_text(report.record.heap.stacks.at(first.series).stack.frames, StackDetail::folded);
  if (text.lines.empty()) return "";
  std::string list = "\n<details><summary>How the first one got there</summary>\n\n";
  for (const std::string& line : text.lines) list += "1. " + markdown_code(line) + "\n";
  return list + "\n</details>\n";
}

std::string gains(const Report& report) {
  const std::vector<GainWords> all = gains_in_words(report);
  if (all.empty()) return "";
  std::string text = "\nAdded since before the first request, and held:\n\n";
  for (std::size_t i = 0; i < std::min(all.size(), kRowsShown); ++i) {
    const std::string place = all[i].place.empty() ? "" : " " + escape_markdown(all[i].place);
    text += "1. " + markdown_code(all[i].owner) + place + ": " + gain_in_words(all[i]) + "\n";
  }
  return text;
}

std::string heap(const Report& report) {
  std::string text = "\n### What grows\n\n";
  const HeapRecord& seen = report.record.heap;
  if (seen.empty()) return text + escape_markdown(heap_missing_in_words(seen)) + "\n";
  text += escape_markdown(heap_growth_in_words(report)) + "\n" + stacks(report) +
          first_stack(report) + gains(report) + "\n";
  for (const std::string& note : heap_notes(report.record)) {
    text += "- " + escape_markdown(note) + "\n";
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

std::string traffic(const RequestTotals& totals) {
  std::string text;
  for (const std::string& note : traffic_notes(totals)) text += "\n- " + note + "\n";
  if (!is_mixed(totals)) return text;
  text += "\n| Kind of request | Sent | Aborted | Failed |\n|---|---:|---:|---:|\n";
  for (const auto& [kind, counts] : totals.by_kind) {
    text += row({kind_in_words(kind), format_count(counts.requests), format_count(counts.aborted),
                 format_count(counts.errors)});
  }
  return text;
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
  text += "\n" + thresholds(report.thresholds) + markdown_causes(report) +
          markdown_trigger(report) + "\n" + figures(report) + "\n" + latency(report.record.totals) +
          traffic(report.record.totals) + markdown_evidence(report) + heap(report) +
          "\n### Processes\n\n" + processes(report.record.processes);
  return text + errors(report.record.totals) + events(report.record) +
         fingerprint(report.record.header.manifest);
}

}  // namespace ttsoak
