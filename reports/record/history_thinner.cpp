#include "reports/record/history_thinner.h"

namespace ttsoak {

int history_stride(int cycle) {
  int stride = 1;
  while (cycle / stride > kKeptTroughs) stride *= 2;
  return stride;
}

// Thinning to stride ?1: a row between two troughs that stay holds at the later of them, unless
// that has a row of its own. ?2 is half the stride, the distance between the two.
Result<HistoryThinner> HistoryThinner::prepare(Database& database, const std::string& table,
                                               const std::vector<std::string>& key) {
  std::string same_key;
  for (const std::string& column : key) {
    same_key.append(" AND l.").append(column).append(" = ");
    same_key.append(table).append(".").append(column);
  }
  Result<Statement> drop = database.prepare(
      "DELETE FROM " + table + " WHERE cycle % ?1 != 0 AND EXISTS (SELECT 1 FROM " + table +
      " AS l WHERE l.cycle = " + table + ".cycle + ?2" + same_key + ")");
  if (!drop.ok()) return drop.error();
  Result<Statement> move =
      database.prepare("UPDATE " + table + " SET cycle = cycle + ?2 WHERE cycle % ?1 != 0");
  if (!move.ok()) return move.error();
  return HistoryThinner(std::move(drop).value(), std::move(move).value());
}

Status HistoryThinner::thin(int cycle) {
  while (stride_ < history_stride(cycle)) {
    const int half = stride_;
    stride_ *= 2;
    for (Statement* statement : {&drop_overtaken_, &move_up_}) {
      if (Status error = statement->run(stride_, half)) return error;
    }
  }
  return std::nullopt;
}

}  // namespace ttsoak
