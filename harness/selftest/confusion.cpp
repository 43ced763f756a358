#include "harness/selftest/confusion.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace ttsoak {
namespace {

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

}  // namespace

int Confusion::right() const {
  int sum = 0;
  for (const auto& [pair, count] : counts_) sum += pair.first == pair.second ? count : 0;
  return sum;
}

int Confusion::all() const {
  int sum = 0;
  for (const auto& [pair, count] : counts_) sum += count;
  return sum;
}

std::string Confusion::table(const std::string& there) const {
  constexpr std::size_t kColumn = 5;
  std::set<std::string> rows;
  std::set<std::string> found;
  for (const auto& [pair, count] : counts_) {
    rows.insert(pair.first);
    found.insert(pair.second);
  }
  if (rows.empty()) return "";
  // What is there comes first, in the order of the rows: the diagonal is a diagonal.
  std::vector<std::string> columns(rows.begin(), rows.end());
  std::set_difference(found.begin(), found.end(), rows.begin(), rows.end(),
                      std::back_inserter(columns));
  std::size_t width = there.size();
  for (const std::string& column : columns) width = std::max(width, column.size());
  const auto number = [](std::size_t i) { return std::to_string(i + 1); };

  std::string text = padded(there, width) + "    found";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    text += right_aligned(number(i), i == 0 ? 2 : kColumn);
  }
  text += '\n';
  for (std::size_t row = 0; row < columns.size(); ++row) {
    text += padded(columns[row], width) + right_aligned(number(row), 4) + "     ";
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const auto count = counts_.find({columns[row], columns[column]});
      text += right_aligned(count == counts_.end() ? "." : std::to_string(count->second),
                            column == 0 ? 2 : kColumn);
    }
    text += '\n';
  }
  return text;
}

}  // namespace ttsoak
