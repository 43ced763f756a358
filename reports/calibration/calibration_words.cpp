#include "reports/calibration/calibration_words.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "reports/calibration/goals.h"

namespace ttsoak {
namespace {

using What = CalibrationTable::What;

std::string one_decimal(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

std::string two_decimals(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

// "0.2 / 62.6 / 37.2"
std::string shares(const DecisionCounts& counts) {
  const int runs = counts.runs();
  if (runs == 0) return "";
  return one_decimal(percent_of(counts.fail, runs)) + " / " +
         one_decimal(percent_of(counts.inconclusive, runs)) + " / " +
         one_decimal(percent_of(counts.pass, runs));
}

const char* name_of(Truth truth) {
  constexpr std::array kNames = {"sound", "LEAK", "slows down"};
  return kNames.at(static_cast<std::size_t>(truth));
}

const char* key_of(What what) {
  constexpr std::array kKeys = {"design", "unseen", "boundary", "until_decided"};
  return kKeys.at(static_cast<std::size_t>(what));
}

std::string title(const CalibrationTable& table) {
  const std::string length = std::to_string(table.cycles * kTraceRequests) + " requests in " +
                             std::to_string(table.cycles) + " cycles";
  switch (table.what) {
    case What::design:
      return "Design traces, " + length;
    case What::unseen:
      return "Traces nothing was tuned on, " + length;
    case What::boundary:
      return "Growth of exactly the budget, " + length;
    case What::until_decided:
      break;
  }
  return "Until decided: looks after 1000, 2000 and 4000 requests";
}

std::string chance(int runs) {
  const auto error = [&](double percent) {
    return one_decimal(std::sqrt(percent * (100 - percent) / runs));
  };
  return std::to_string(runs) + " runs of each kind: +-" + error(1) + " at 1 %, +-" + error(50) +
         " at 50 % (one standard error)";
}

std::string render(const CalibrationTable& table) {
  const bool asks_requests = table.what == What::until_decided;
  const bool boundary = table.what == What::boundary;
  const int runs = table.rows.empty() ? 0 : table.rows.front().both.runs();
  std::string text =
      "### " + title(table) + "\n\nFAIL / INCONCLUSIVE / PASS in %. " + chance(runs) + ".\n\n";
  text += asks_requests
              ? "| server | truth | RSS and live heap | mean requests |\n|---|---|---|---:|\n"
              : "| server | truth | RSS alone | RSS and live heap |\n|---|---|---|---|\n";
  for (const CalibrationRow& row : table.rows) {
    const std::string truth = !boundary      ? name_of(row.truth)
                              : row.promised ? "at the budget"
                                             : "at the budget, not promised";
    text += "| " + row.kind + " | " + truth + " | " +
            (asks_requests ? shares(row.both) + " | " + one_decimal(row.mean_requests)
                           : shares(row.rss) + " | " + shares(row.both)) +
            " |\n";
  }
  text += "\n| goal | limit | measured | |\n|---|---:|---:|---|\n";
  for (const CalibrationGoal& goal : goals_of(table)) {
    text += "| " + goal.text + " | " + (goal.at_most ? "<= " : ">= ") + two_decimals(goal.limit) +
            " % | " + two_decimals(goal.measured) + " % | " + (goal.met() ? "met" : "**not met**") +
            " |\n";
  }
  return text + "\n";
}

nlohmann::json json_of(const DecisionCounts& counts) {
  return {{"fail", counts.fail}, {"inconclusive", counts.inconclusive}, {"pass", counts.pass}};
}

}  // namespace

std::string render_calibration(const Calibration& calibration) {
  std::string text;
  for (const CalibrationTable& table : calibration.tables) text += render(table);
  return text;
}

std::string render_calibration_json(const Calibration& calibration) {
  nlohmann::json tables = nlohmann::json::array();
  for (const CalibrationTable& table : calibration.tables) {
    nlohmann::json rows = nlohmann::json::array();
    for (const CalibrationRow& row : table.rows) {
      rows.push_back({{"kind", row.kind},
                      {"truth", name_of(row.truth)},
                      {"rss", json_of(row.rss)},
                      {"rss_and_live_heap", json_of(row.both)},
                      {"mean_requests", row.mean_requests}});
    }
    nlohmann::json goals = nlohmann::json::array();
    for (const CalibrationGoal& goal : goals_of(table)) {
      goals.push_back({{"goal", goal.text},
                       {"limit_percent", goal.limit},
                       {"at_most", goal.at_most},
                       {"measured_percent", goal.measured},
                       {"met", goal.met()}});
    }
    tables.push_back({{"table", key_of(table.what)},
                      {"cycles", table.cycles},
                      {"rows", rows},
                      {"goals", goals}});
  }
  return nlohmann::json{{"tables", tables}}.dump(2) + "\n";
}

}  // namespace ttsoak
