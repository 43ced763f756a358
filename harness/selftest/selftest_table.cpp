#include "harness/selftest/selftest_table.h"

#include <algorithm>
#include <cmath>

#include "harness/selftest/confusion.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

// "3/3", or "-" where nothing was asked.
std::string share(int right, int runs, bool asked = true) {
  return asked ? std::to_string(right) + "/" + std::to_string(runs) : "-";
}

struct Sums {
  int runs = 0, status = 0, cause = 0, leaks = 0, culprit = 0, controls = 0, called = 0;
  int stated = 0, bytes = 0;
};

Sums sum_up(const std::vector<CaseResult>& results) {
  Sums sums;
  for (const CaseResult& one : results) {
    const Grade& grade = one.grade;
    ++sums.runs;
    sums.status += grade.status_right ? 1 : 0;
    sums.cause += grade.cause_right ? 1 : 0;
    if (one.soak_case->expect.is_leak()) {
      sums.leaks += grade.culprit_right ? 1 : 0;
      sums.culprit += grade.culprit_right.value_or(false) ? 1 : 0;
    } else {
      ++sums.controls;
      sums.called += grade.called_leak ? 1 : 0;
    }
    sums.stated += grade.bytes_right ? 1 : 0;
    sums.bytes += grade.bytes_right.value_or(false) ? 1 : 0;
  }
  return sums;
}

std::string sums_text(const Sums& sums) {
  const auto of = [](int some, int all) {
    return std::to_string(some) + " of " + std::to_string(all);
  };
  return "Status right: " + of(sums.status, sums.runs) +
         ". Cause right: " + of(sums.cause, sums.runs) +
         ". Culprit named: " + of(sums.culprit, sums.leaks) +
         ". Bytes in the interval: " + of(sums.bytes, sums.stated) +
         ". Controls called a leak: " + of(sums.called, sums.controls) + ".\n";
}

}  // namespace

std::vector<CaseSummary> summarise(const std::vector<CaseResult>& results) {
  std::vector<CaseSummary> all;
  for (const CaseResult& result : results) {
    if (all.empty() || all.back().soak_case != result.soak_case) {
      all.emplace_back().soak_case = result.soak_case;
    }
    CaseSummary& sum = all.back();
    const Grade& grade = result.grade;
    if (sum.runs == sum.right) {
      sum.found_status = grade.status;
      sum.found = grade.found;
    }
    ++sum.runs;
    sum.right += grade.right() ? 1 : 0;
    sum.status += grade.status_right ? 1 : 0;
    sum.cause += grade.cause_right ? 1 : 0;
    sum.culprit += grade.culprit_right.value_or(false) ? 1 : 0;
    sum.bytes += grade.bytes_right.value_or(false) ? 1 : 0;
    sum.share += grade.share_right.value_or(false) ? 1 : 0;
    sum.called_leak += grade.called_leak ? 1 : 0;
    sum.names_culprit = sum.names_culprit || grade.culprit_right.has_value();
    sum.states_bytes = sum.states_bytes || grade.bytes_right.has_value();
    sum.states_share = sum.states_share || grade.share_right.has_value();
  }
  return all;
}

bool all_right(const std::vector<CaseResult>& results) {
  return std::all_of(results.begin(), results.end(),
                     [](const CaseResult& result) { return result.grade.right(); });
}

std::string result_line(const CaseResult& result) {
  const Grade& grade = result.grade;
  std::string text = grade.right() ? "  ok     " : "  WRONG  ";
  text += result.soak_case->name + " (seed " + std::to_string(result.seed) + "): " + grade.status +
          ", " + grade.found + "; " + format_duration(result.seconds);
  if (result.tries > 1) text += ", try " + std::to_string(result.tries);
  return text;
}

std::string selftest_table(const std::vector<CaseResult>& results) {
  if (results.empty()) return "nothing was run\n";
  const std::vector<CaseSummary> summaries = summarise(results);
  std::size_t name = 4;
  std::size_t words = 6;
  for (const CaseSummary& sum : summaries) {
    name = std::max(name, sum.soak_case->name.size() + 1);
    words = std::max({words, expected_words(sum.soak_case->expect).size(), sum.found.size()});
  }
  std::string text = padded("Case", name) + "  " + padded("There", 10) + padded("", words) + "  " +
                     padded("Found", 13) + padded("", words) +
                     "  Status  Cause  Culprit  Bytes  Share\n";
  Confusion statuses;
  Confusion causes;
  for (const CaseResult& one : results) {
    statuses.add(one.soak_case->expect.status, one.grade.status);
    causes.add(expected_words(one.soak_case->expect), one.grade.found);
  }
  for (const CaseSummary& sum : summaries) {
    const Expectation& expect = sum.soak_case->expect;
    text += padded(sum.soak_case->name + (expect.is_leak() ? "" : "*"), name) + "  " +
            padded(expect.status, 9) + " " + padded(expected_words(expect), words) + "  " +
            padded(sum.found_status, 12) + " " + padded(sum.found, words) + "  " +
            padded(share(sum.status, sum.runs), 8) + padded(share(sum.cause, sum.runs), 7) +
            padded(share(sum.culprit, sum.runs, sum.names_culprit), 9) +
            padded(share(sum.bytes, sum.runs, sum.states_bytes), 7) +
            share(sum.share, sum.runs, sum.states_share) + '\n';
  }
  text += "* sound: must not be called a leak\n\n" + sums_text(sum_up(results)) + '\n' +
          statuses.table("status") + '\n' + causes.table("cause");
  for (const CaseResult& one : results) {
    if (one.grade.right()) continue;
    text += "\nWRONG " + one.soak_case->name + "-" + std::to_string(one.seed) + ": " +
            one.grade.story + '\n';
  }
  return text;
}

nlohmann::json selftest_json(const std::vector<CaseResult>& results) {
  const auto or_null = [](const std::optional<bool>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
  };
  nlohmann::json runs = nlohmann::json::array();
  for (const CaseResult& one : results) {
    const Grade& grade = one.grade;
    runs.push_back({{"case", one.soak_case->name},
                    {"seed", one.seed},
                    {"expected_status", one.soak_case->expect.status},
                    {"expected", expected_words(one.soak_case->expect)},
                    {"is_leak", one.soak_case->expect.is_leak()},
                    {"status", grade.status},
                    {"found", grade.found},
                    {"right", grade.right()},
                    {"status_right", grade.status_right},
                    {"cause_right", grade.cause_right},
                    {"called_leak", grade.called_leak},
                    {"culprit_right", or_null(grade.culprit_right)},
                    {"bytes_right", or_null(grade.bytes_right)},
                    {"share_right", or_null(grade.share_right)},
                    {"seconds", std::round(one.seconds * 10) / 10},
                    {"story", grade.story}});
  }
  return {{"right", all_right(results)}, {"runs", runs}};
}

}  // namespace ttsoak
