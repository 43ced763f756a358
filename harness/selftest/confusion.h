#pragma once

#include <map>
#include <string>
#include <utility>

namespace ttsoak {

// How often what was there was taken for what.
class Confusion {
 public:
  void add(const std::string& there, const std::string& found) { ++counts_[{there, found}]; }

  [[nodiscard]] int right() const;
  [[nodiscard]] int all() const;

  // A table with a row for what was there and a column for what was found, columns by letter where
  // their names are long; zeros are dots. Empty if nothing was added. `there` heads the rows.
  [[nodiscard]] std::string table(const std::string& there) const;

 private:
  std::map<std::pair<std::string, std::string>, int> counts_;
};

}  // namespace ttsoak
