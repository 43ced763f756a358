#include <charconv>
#include <optional>
#include <vector>

#include "harness/series/series_file.h"

namespace ttsoak {
namespace {

enum class Column { requests, rss, live, lifetime };

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\"";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

Result<std::vector<Column>> columns_of(std::string_view header) {
  std::vector<Column> columns;
  bool requests = false;
  bool rss = false;
  for (const std::string_view name : cells_of(header)) {
    if (name == "requests") {
      columns.push_back(Column::requests);
      requests = true;
    } else if (name == "rss_bytes") {
      columns.push_back(Column::rss);
      rss = true;
    } else if (name == "live_bytes") {
      columns.push_back(Column::live);
    } else if (name == "lifetime") {
      columns.push_back(Column::lifetime);
    } else {
      return Error{"line 1: unknown column \"" + std::string(name.substr(0, 40)) +
                   "\"; known are requests, rss_bytes, live_bytes, lifetime"};
    }
  }
  if (!requests || !rss) {
    return Error{"line 1: the header must name the columns requests and rss_bytes"};
  }
  return columns;
}

std::optional<double> number_in(std::string_view cell) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

Status add_row(const std::vector<Column>& columns, std::string_view line,
               MeasuredSeries& measured) {
  const std::vector<std::string_view> cells = cells_of(line);
  if (cells.size() != columns.size()) {
    return Error{std::to_string(cells.size()) + " cells where the header has " +
                 std::to_string(columns.size())};
  }
  double requests = 0;
  double rss = 0;
  std::optional<double> live;
  double lifetime = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (columns[i] == Column::live && cells[i].empty()) continue;
    const std::optional<double> number = number_in(cells[i]);
    if (!number) return Error{"not a number: \"" + std::string(cells[i].substr(0, 40)) + "\""};
    if (columns[i] == Column::requests) requests = *number;
    if (columns[i] == Column::rss) rss = *number;
    if (columns[i] == Column::live) live = *number;
    if (columns[i] == Column::lifetime) lifetime = *number;
  }
  if (!(lifetime >= 0 && lifetime <= 1e9) || lifetime != static_cast<int>(lifetime)) {
    return Error{"lifetime must be a whole number from 0"};
  }
  const auto add = [&](TroughSeries& series, double bytes) {
    series.requests.push_back(requests);
    series.bytes.push_back(bytes);
    series.lifetime.push_back(static_cast<int>(lifetime));
  };
  add(measured.rss, rss);
  if (live) add(measured.live, *live);
  return std::nullopt;
}

}  // namespace

Result<MeasuredSeries> parse_csv_series(std::string_view text) {
  MeasuredSeries measured;
  std::optional<std::vector<Column>> columns;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (trimmed(line).empty()) continue;
    if (!columns) {
      Result<std::vector<Column>> header = columns_of(line);
      if (!header.ok()) return header.error();
      columns = std::move(header).value();
    } else if (const Status error = add_row(*columns, line, measured)) {
      return error->with_context("line " + std::to_string(number));
    }
  }
  if (measured.rss.requests.empty()) return Error{"no rows below the header"};
  return measured;
}

}  // namespace ttsoak
