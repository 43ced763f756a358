#include "reports/render/console.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "reports/render/console_causes.h"
#include "reports/render/escape.h"
#include "reports/render/heap_words.h"
#include "reports/render/traffic_words.h"
#include "reports/render/trigger_words.h"
#include "reports/render/words.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

constexpr std::size_t kLabelWidth = 11;
constexpr std::size_t kCommandWidth = 48;  // columns; longer ones are cut
constexpr std::size_t kProcessesShown = 12;
constexpr std::size_t kGainsShown = 3;
constexpr std::size_t kStacksShown = 5;

// Columns on the screen, near enough: code points.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t now = width(text);
  if (now < columns) text.append(columns - now, ' ');
  return text;
}

std::string cut(const std::string& text, std::size_t columns) {
  if (width(text) <= columns) return text;
  std::size_t seen = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && ++seen > columns - 3) break;
  }
  return text.substr(0, end) + "...";
}

std::string line(const std::string& label, const std::string& text) {
  return "  " + padded(label, kLabelWidth) + escape_terminal(text) + "\n";
}

std::string coloured_status(VerdictStatus status, bool colour) {
  std::string word(to_string(status));
  if (!colour) return word;
  static constexpr std::array kColours = {"32", "31", "33", "35"};
  return std::string("\x1b[1;") + kColours.at(static_cast<std::size_t>(status)) + "m" + word +
         "\x1b[0m";
}

std::string thresholds(const Report& report, bool colour) {
  if (report.thresholds.empty()) return line("thresholds", "none were set");
  std::array<std::size_t, 3> widths = {9, 5, 8};
  std::vector<std::array<std::string, 3>> rows = {{"threshold", "limit", "measured"}};
  for (const ThresholdResult& threshold : report.thresholds) {
    rows.push_back({escape_terminal(in_words(threshold.metric)), escape_terminal(threshold.limit),
                    escape_terminal(threshold.measured)});
  }
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.at(i) = std::max(widths.at(i), width(row.at(i)));
    }
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += "  ";
    for (std::size_t i = 0; i < 3; ++i) text += padded(rows[r].at(i), widths.at(i) + 3);
    text += r == 0 ? "status" : coloured_status(report.thresholds[r - 1].status, colour);
    text += "\n";
  }
  return text;
}

std::string percentiles(const std::optional<Percentiles>& latency) {
  if (!latency) return "no request succeeded";
  return "p50 " + format_milliseconds(latency->p50) + ", p95 " + format_milliseconds(latency->p95) +
         ", p99 " + format_milliseconds(latency->p99) + ", max " +
         format_milliseconds(latency->max);
}

std::string memory(const Report& report) {
  const std::vector<double>& troughs = report.troughs.bytes;
  std::string text = "peak " + format_bytes(report.record.rss_peak_bytes);
  if (!troughs.empty()) {
    text += ", first trough " + format_bytes(troughs.front()) + ", last " +
            format_bytes(troughs.back());
    if (!report.record.heap.empty()) text += "; " + tracer_in_words(report.record.heap);
  }
  return text;
}

std::string growing_stacks(const Report& report) {
  const std::vector<GrowingStack>& growing = report.ledger.growing;
  std::string text;
  for (std::size_t i = 0; i < std::min(growing.size(), kStacksShown); ++i) {
    const StackWords words = stack_in_words(report, growing[i]);
    const std::string place = words.place.empty() ? "" : " (" + words.place + ")";
    text += line("", std::to_string(i + 1) + ". " + words.owner + place);
    std::string figures = rate_in_words(growing[i].rate) + "; " + words.live + " now";
    for (const std::string& more : {words.born, words.remark}) {
      if (!more.empty()) figures += ", " + more;
    }
    text += line("", "   " + figures);
  }
  if (growing.size() > kStacksShown) {
    text += line("", "and " + std::to_string(growing.size() - kStacksShown) + " more");
  }
  return text;
}

// What came with the load and stayed, whether or not it goes on growing.
std::string gains(const Report& report) {
  const std::vector<GainWords> all = gains_in_words(report);
  std::string text = all.empty() ? "" : line("added", "since before the first request, and held:");
  for (std::size_t i = 0; i < std::min(all.size(), kGainsShown); ++i) {
    const std::string place = all[i].place.empty() ? "" : " (" + all[i].place + ")";
    text += line(
        "", std::to_string(i + 1) + ". " + all[i].owner + place + ": " + gain_in_words(all[i]));
  }
  return text;
}

std::string heap(const Report& report) {
  if (report.record.heap.empty()) return line("heap", heap_missing_in_words(report.record.heap));
  return line("heap", heap_growth_in_words(report)) + growing_stacks(report) + gains(report);
}

std::string process_line(const ProcessSummary& process) {
  std::string text = padded(std::string(role_name(process.info.role)), 7) +
                     padded(std::to_string(process.info.pid), 8) +
                     padded(cut(escape_terminal(process.info.command), kCommandWidth), 16) + "  " +
                     format_bytes(process.first_rss_bytes) + " -> " +
                     format_bytes(process.last_rss_bytes) + ", peak " +
                     format_bytes(process.peak_rss_bytes);
  if (process.ended) text += ", ended";
  return text;
}

std::string processes(const std::vector<ProcessSummary>& all) {
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kProcessesShown); ++i) {
    text += line(i == 0 ? "processes" : "", process_line(all[i]));
  }
  if (all.size() > kProcessesShown) {
    text += line("", "and " + std::to_string(all.size() - kProcessesShown) + " more");
  }
  return text;
}

}  // namespace

std::string render_console(const Report& report, bool colour) {
  const RunRecord& record = report.record;
  std::string text = "\n" + coloured_status(report.verdict.status, colour) + "  " +
                     escape_terminal(sentence_in_words(report.verdict)) + "\n";
  for (const std::string& reason : further_reasons(report.verdict)) {
    text += "  - " + escape_terminal(reason) + "\n";
  }
  text += "\n" + thresholds(report, colour) + "\n";
  const Thresholds& limits = record.header.thresholds;
  text += line("growth", judged_growth_in_words(report.growth, limits));
  if (report.live_growth) {
    text += line("", "of live heap: " + judged_growth_in_words(*report.live_growth, limits));
  }
  text += line("requests", work_in_words(record));
  if (is_mixed(record.totals)) text += line("kinds", kinds_in_words(record.totals));
  text += line("errors", errors_in_words(record.totals));
  text += line("latency", percentiles(record.totals.latency_ms));
  text += line("TTFB", percentiles(record.totals.ttfb_ms));
  if (record.totals.first_audio_ms) {
    text += line("audio", "first " + percentiles(record.totals.first_audio_ms));
  }
  if (record.totals.longest_gap_ms) {
    text += line("gaps", "longest " + percentiles(record.totals.longest_gap_ms));
  }
  if (const auto& rtf = record.totals.real_time_factor) {
    text += line("RTF", "p50 " + format_real_time_factor(rtf->p50) + ", p95 " +
                            format_real_time_factor(rtf->p95) + ", max " +
                            format_real_time_factor(rtf->max) + " (real-time factor)");
  }
  for (const std::string& note : traffic_notes(record.totals)) text += line("", note);
  if (!report.trigger.effects.empty()) text += line("traffic", report.trigger.sentence);
  text += line("RSS", memory(report)) + console_causes(report, line);
  text += heap(report);
  text += line("duration", format_duration(record.duration_s) +
                               (record.complete ? "" : " (the record is not complete)"));
  return text + processes(record.processes);
}

}  // namespace ttsoak
