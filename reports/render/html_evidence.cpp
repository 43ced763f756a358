#include <algorithm>
#include <cmath>

#include "reports/cause/live_subject.h"
#include "reports/render/cause_words.h"
#include "reports/render/escape.h"
#include "reports/render/html_causes.h"
#include "reports/render/html_sections.h"
#include "reports/render/words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

constexpr std::size_t kRowsShown = 50;

std::string code(const std::string& text) { return "<code>" + escape_html(text) + "</code>"; }

std::string small(const std::string& text) {
  return text.empty() ? "" : "<small>" + escape_html(text) + "</small>";
}

std::string count(double value) { return format_count(std::llround(value)); }

std::string left_out(std::size_t all) {
  if (all <= kRowsShown) return "";
  return "<p class=\"note\">" + count(static_cast<double>(all - kRowsShown)) +
         " more are left out here; the JSON report holds them all.</p>\n";
}

std::string interval(const Rate& rate) {
  const std::string lower = number_in_words(rate.lower95);
  const std::string upper = number_in_words(rate.upper95);
  return number_in_words(rate.mean) + small(lower == upper ? "" : lower + " to " + upper);
}

std::string bytes_of(const PythonHolder& holder) {
  if (holder.bytes_per_cycle < 0) return "";
  return std::string(holder.bytes_are_bound ? "up to " : "") + format_bytes(holder.bytes_per_cycle);
}

}  // namespace

std::string html_holders(const Report& report) {
  std::vector<const PythonHolder*> growing;
  for (const PythonHolder& holder : report.record.python.holders) {
    if (grew(holder)) growing.push_back(&holder);
  }
  if (growing.empty()) return "";
  std::stable_sort(growing.begin(), growing.end(), [](const auto* a, const auto* b) {
    return a->bytes_per_cycle > b->bytes_per_cycle;
  });
  const std::vector<HtmlColumn> columns = {{"Container"},
                                           {"Length", true},
                                           {"Elements a cycle", true},
                                           {"Bytes a cycle", true},
                                           {"Newest elements"}};
  std::string html = html_table_head("Containers whose length grew at most looks", columns) +
                     "<tbody role=\"rowgroup\">\n";
  for (std::size_t i = 0; i < std::min(growing.size(), kRowsShown); ++i) {
    const PythonHolder& h = *growing[i];
    const std::string bound = h.bound >= 0 ? "at most " + format_count(h.bound) : "no bound";
    html += html_row(columns,
                     {code(h.path) + small(h.type + ", " + bound),
                      format_count(h.last_length) + small("from " + format_count(h.first_length)),
                      "+" + number_in_words(elements_per_cycle(h)) +
                          small("grew " + std::to_string(h.grew) + " of " +
                                std::to_string(h.looks - 1) + " times"),
                      bytes_of(h), escape_html(h.newest)});
  }
  return html_section("holders", "What Python holds",
                      html + "</tbody>\n</table>\n" + left_out(growing.size()));
}

std::string html_things(const Report& report) {
  if (report.things.empty()) return "";
  const std::vector<HtmlColumn> columns = {
      {"What"}, {"Per request", true}, {"At first", true}, {"Now", true}, {"Bytes now", true}};
  std::string html = html_table_head("Proven to become more, with 95 % interval", columns) +
                     "<tbody role=\"rowgroup\">\n";
  for (std::size_t i = 0; i < std::min(report.things.size(), kRowsShown); ++i) {
    const GrowingThing& thing = report.things[i];
    const std::string pid = pid_in_words(report.record, thing.process);
    html += html_row(
        columns,
        {code(thing.name) + small(in_words(thing.kind) + (pid.empty() ? "" : ", process " + pid) +
                                  (thing.slows_down ? ", slows down" : "")),
         interval(thing.count_per_request), count(thing.first_count), count(thing.last_count),
         thing.last_bytes > 0 ? format_bytes(thing.last_bytes) : ""});
  }
  return html_section("things", "What else grows",
                      html + "</tbody>\n</table>\n" + left_out(report.things.size()));
}

std::string html_experiments(const Report& report) {
  const RunRecord& record = report.record;
  const std::string cgroup = cgroup_in_words(record);
  std::string html;
  if (!record.experiments.empty()) {
    const std::vector<HtmlColumn> columns = {{"What"},
                                             {"PID", true},
                                             {"Given back", true},
                                             {"Predicted", true},
                                             {"Collected", true},
                                             {"Took", true}};
    html = html_table_head("Done to the target outside the measured window", columns) +
           "<tbody role=\"rowgroup\">\n";
    for (std::size_t i = 0; i < std::min(record.experiments.size(), kRowsShown); ++i) {
      const ExperimentWords words = experiment_in_words(record, record.experiments[i]);
      html += html_row(columns, {code(words.what), words.process, words.returned, words.predicted,
                                 words.collected, words.took});
    }
    html += "</tbody>\n</table>\n" + left_out(record.experiments.size());
  }
  if (!cgroup.empty()) {
    html += "<p class=\"note\">The target's cgroup at the last trough: " + html_prose(cgroup) +
            ".</p>\n";
  }
  for (const std::string& note : evidence_notes(record)) {
    html += "<p class=\"note\">" + html_prose(note) + "</p>\n";
  }
  if (html.empty()) return "";
  return html_section("experiments", "Experiments and limits", html);
}

}  // namespace ttsoak
