#include "reports/render/junit.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "reports/render/escape.h"
#include "reports/render/words.h"

namespace ttsoak {
namespace {

struct Case {
  std::string name;
  std::string element;  // "failure", "error", "skipped"; empty = passed
  std::string type;
  std::string message;
};

std::string attribute(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + escape_xml(value) + "\"";
}

std::string seconds(double duration) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", duration);
  return text;
}

std::string name_of(const ThresholdResult& threshold) {
  return in_words(threshold.metric) + ", limit " + threshold.limit;
}

Case threshold_case(const ThresholdResult& threshold, const Verdict& verdict) {
  Case result{name_of(threshold), "", "", ""};
  if (verdict.status == VerdictStatus::invalid) {
    return {result.name, "skipped", "", "the run cannot be judged"};
  }
  if (threshold.status == VerdictStatus::pass) return result;
  result.element = threshold.status == VerdictStatus::fail ? "failure" : "error";
  result.type = status_name(threshold.status);
  result.message = "measured " + threshold.measured;
  return result;
}

// What the verdict says and no threshold does: it cannot be judged, the target died, nothing was
// set.
Case run_case(const Report& report) {
  Case result{"run", "", "", ""};
  const Verdict& verdict = report.verdict;
  const bool told = std::any_of(
      report.thresholds.begin(), report.thresholds.end(),
      [&](const ThresholdResult& threshold) { return threshold.status == verdict.status; });
  if (verdict.status == VerdictStatus::pass) return result;
  if (told && verdict.status != VerdictStatus::invalid) return result;
  result.element = verdict.status == VerdictStatus::fail ? "failure" : "error";
  result.type = status_name(verdict.status);
  result.message = sentence_in_words(verdict);
  return result;
}

std::string case_xml(const Case& result, double duration_s) {
  std::string xml = "    <testcase classname=\"ttsoak\"" + attribute("name", result.name) +
                    attribute("time", seconds(duration_s));
  if (result.element.empty()) return xml + "/>\n";
  xml += ">\n      <" + result.element + attribute("message", result.message);
  if (!result.type.empty()) xml += attribute("type", result.type);
  return xml + "/>\n    </testcase>\n";
}

std::string output_xml(const Verdict& verdict) {
  std::string text = verdict.sentence;
  for (const std::string& reason : further_reasons(verdict)) text += "\n- " + reason;
  return "    <system-out>" + escape_xml(text) + "</system-out>\n";
}

}  // namespace

std::string render_junit(const Report& report) {
  std::vector<Case> cases = {run_case(report)};
  for (const ThresholdResult& threshold : report.thresholds) {
    cases.push_back(threshold_case(threshold, report.verdict));
  }
  const auto count = [&](std::string_view element) {
    return std::to_string(std::count_if(
        cases.begin(), cases.end(), [&](const Case& result) { return result.element == element; }));
  };
  const RunHeader& header = report.record.header;
  std::string suite =
      attribute("name", header.name) + attribute("tests", std::to_string(cases.size())) +
      attribute("failures", count("failure")) + attribute("errors", count("error")) +
      attribute("skipped", count("skipped")) + attribute("time", seconds(report.record.duration_s));
  const auto started = header.manifest.find("started");
  if (started != header.manifest.end()) suite += attribute("timestamp", started->second);

  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite" + suite + ">\n";
  // The run is one; its time belongs to one case.
  for (std::size_t i = 0; i < cases.size(); ++i) {
    xml += case_xml(cases[i], i == 0 ? report.record.duration_s : 0);
  }
  return xml + output_xml(report.verdict) + "  </testsuite>\n</testsuites>\n";
}

}  // namespace ttsoak
