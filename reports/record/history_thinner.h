#pragma once

#include <string>
#include <vector>

#include "reports/record/sqlite.h"

namespace ttsoak {

// How many troughs a history keeps at most: as many as a trend is fitted to.
constexpr int kKeptTroughs = 160;

// A history keeps every cycle that is a multiple of this, when the run has come to `cycle`: every
// one up to kKeptTroughs, then every second, fourth, eighth...
int history_stride(int cycle);

// Keeps a table of histories bounded: one whose rows each hold until the next row of the same key.
// Its column `cycle` and the columns of the key are its primary key.
class HistoryThinner {
 public:
  static Result<HistoryThinner> prepare(Database& database, const std::string& table,
                                        const std::vector<std::string>& key);

  // To be called before the rows of `cycle` are written: thins the table where it is time to.
  Status thin(int cycle);
  [[nodiscard]] bool keeps(int cycle) const { return cycle % stride_ == 0; }

  // To be told when a transaction was undone. Thinning twice does no harm.
  void forget() { stride_ = 1; }

 private:
  HistoryThinner(Statement drop, Statement move)
      : drop_overtaken_(std::move(drop)), move_up_(std::move(move)) {}

  Statement drop_overtaken_, move_up_;
  int stride_ = 1;  // of the table as it stands
};

}  // namespace ttsoak
