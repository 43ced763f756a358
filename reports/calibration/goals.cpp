#include "reports/calibration/goals.h"

#include <algorithm>
#include <functional>

namespace ttsoak {
namespace {

using Share = std::function<double(const CalibrationRow&)>;
using Which = std::function<bool(const CalibrationRow&)>;

double mean(const CalibrationTable& table, const Which& which, const Share& share) {
  double sum = 0;
  int rows = 0;
  for (const CalibrationRow& row : table.rows) {
    if (!which(row)) continue;
    sum += share(row);
    ++rows;
  }
  return rows == 0 ? 0 : sum / rows;
}

double least(const CalibrationTable& table, const Which& which, const Share& share) {
  double result = 100;
  for (const CalibrationRow& row : table.rows)
    if (which(row)) result = std::min(result, share(row));
  return result;
}

bool any(const CalibrationRow& /*row*/) { return true; }
bool is_sound(const CalibrationRow& row) { return row.truth == Truth::sound; }
bool is_leak(const CalibrationRow& row) { return row.truth == Truth::leak; }

double fails(const CalibrationRow& row) { return percent_of(row.both.fail, row.both.runs()); }
double passes(const CalibrationRow& row) { return percent_of(row.both.pass, row.both.runs()); }
double undecided(const CalibrationRow& row) {
  return percent_of(row.both.inconclusive, row.both.runs());
}
double undecided_alone(const CalibrationRow& row) {
  return percent_of(row.rss.inconclusive, row.rss.runs());
}

}  // namespace

double percent_of(int count, int runs) { return runs == 0 ? 0 : 100.0 * count / runs; }

std::vector<CalibrationGoal> goals_of(const CalibrationTable& table) {
  using What = CalibrationTable::What;
  std::vector<CalibrationGoal> goals;
  if (table.what == What::boundary) {
    for (const CalibrationRow& row : table.rows) {
      if (!row.promised) continue;
      goals.push_back({"FAIL of RSS at the budget, " + row.kind, 3.75, true,
                       percent_of(row.rss.fail, row.rss.runs())});
      goals.push_back({"FAIL of both at the budget, " + row.kind, 3.75, true, fails(row)});
    }
  } else if (table.what == What::until_decided) {
    goals.push_back({"FAIL on sound, mean", 0.5, true, mean(table, is_sound, fails)});
    goals.push_back({"PASS on leaking, mean", 0.5, true, mean(table, is_leak, passes)});
  } else if (table.cycles <= 40) {
    goals.push_back({"FAIL on sound, mean", 0.5, true, mean(table, is_sound, fails)});
    goals.push_back({"PASS on leaking, mean", 0.5, true, mean(table, is_leak, passes)});
    goals.push_back({"INCONCLUSIVE, mean", 20, true, mean(table, any, undecided)});
    goals.push_back(
        {"INCONCLUSIVE by RSS alone, mean", 22, true, mean(table, any, undecided_alone)});
  } else {
    goals.push_back({"PASS on the worst sound kind", 98, false, least(table, is_sound, passes)});
    goals.push_back({"FAIL on the worst leak", 98, false, least(table, is_leak, fails)});
  }
  return goals;
}

}  // namespace ttsoak
