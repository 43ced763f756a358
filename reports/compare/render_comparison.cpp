#include "reports/compare/render_comparison.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "reports/render/escape.h"
#include "reports/render/words.h"
#include "reports/units/units.h"
#include "reports/verdict/judge.h"

namespace ttsoak {
namespace {

using Row = std::array<std::string, 6>;

std::string in_unit(const ComparedFigure& figure, double value) {
  return figure.is_time ? format_milliseconds(value) : format_bytes(value);
}

std::string interval(const ComparedFigure& figure) {
  const std::string difference = in_unit(figure, figure.difference.difference);
  if (!figure.lower95) return difference + " [not known]";
  return difference + " [" + in_unit(figure, *figure.lower95) + ", " +
         in_unit(figure, *figure.upper95) + "]";
}

Row row_of(const ComparedFigure& figure) {
  return {in_words(figure.name),
          in_unit(figure, figure.difference.first_mean),
          in_unit(figure, figure.difference.second_mean),
          interval(figure),
          figure.margin ? in_unit(figure, *figure.margin) : "-",
          figure.margin ? to_string(figure.status) : "shown only"};
}

std::string table(const std::vector<Row>& rows) {
  std::array<std::size_t, 6> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths.at(i) = std::max(widths.at(i), row.at(i).size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = " ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += " " + row.at(i) + std::string(widths.at(i) - row.at(i).size() + 2, ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

nlohmann::json or_null(const std::optional<double>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

}  // namespace

std::string comparison_text(const RunComparison& comparison) {
  std::string text = escape_terminal(comparison.verdict.sentence) + "\n";
  for (const std::string& reason : further_reasons(comparison.verdict)) {
    text += "  - " + escape_terminal(reason) + "\n";
  }
  if (!comparison.machines.empty()) {
    text += "  machines differ: " + escape_terminal(comparison.machines) + "\n";
  }
  if (comparison.figures.empty()) return text;
  std::vector<Row> rows = {{"figure", "base", "new", "difference [95 %]", "margin", "status"}};
  for (const ComparedFigure& figure : comparison.figures) rows.push_back(row_of(figure));
  return text + "\n" + table(rows) + "\n  Means over runs of " + format_count(comparison.requests) +
         " requests each.\n";
}

std::string comparison_json(const RunComparison& comparison) {
  nlohmann::json figures = nlohmann::json::array();
  for (const ComparedFigure& figure : comparison.figures) {
    figures.push_back({{"name", figure.name},
                       {"unit", figure.is_time ? "ms" : "bytes"},
                       {"base", figure.difference.first_mean},
                       {"new", figure.difference.second_mean},
                       {"difference", figure.difference.difference},
                       {"lower95", or_null(figure.lower95)},
                       {"upper95", or_null(figure.upper95)},
                       {"margin", or_null(figure.margin)},
                       {"status", figure.margin ? nlohmann::json(status_name(figure.status))
                                                : nlohmann::json(nullptr)}});
  }
  const Verdict& verdict = comparison.verdict;
  const nlohmann::json page = {{"schema_version", 1},
                               {"verdict",
                                {{"status", status_name(verdict.status)},
                                 {"exit_status", static_cast<int>(verdict.status)},
                                 {"sentence", verdict.sentence},
                                 {"reasons", verdict.reasons}}},
                               {"base_runs", comparison.base_runs},
                               {"new_runs", comparison.new_runs},
                               {"requests", comparison.requests},
                               {"machines_differ", comparison.machines},
                               {"figures", figures}};
  return page.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace ttsoak
