#include <algorithm>

#include "reports/record/names.h"
#include "reports/record/read_parts.h"

namespace ttsoak {
namespace {

Status read_things(OpenRecord& file, InventoryRecord& inventory) {
  return file.for_each_row(
      "SELECT process, kind, name, cycle, count, bytes FROM inventory_history "
      "ORDER BY process, kind, name, cycle",
      [&](const Statement& row) -> Status {
        const Result<InventoryKind> kind = parse_inventory_kind(row.text(1));
        if (!kind.ok()) return kind.error();
        const auto process = static_cast<int>(row.integer(0));
        std::string name = row.text(2);
        std::vector<InventorySeries>& all = inventory.series;
        if (all.empty() || all.back().process != process || all.back().kind != kind.value() ||
            all.back().name != name) {
          const std::vector<std::int64_t> none(inventory.cycles.size(), 0);
          all.push_back({process, kind.value(), std::move(name), none, none});
        }
        const auto from = std::lower_bound(inventory.cycles.begin(), inventory.cycles.end(),
                                           static_cast<int>(row.integer(3))) -
                          inventory.cycles.begin();
        std::fill(all.back().counts.begin() + from, all.back().counts.end(), row.integer(4));
        std::fill(all.back().bytes.begin() + from, all.back().bytes.end(), row.integer(5));
        return std::nullopt;
      });
}

}  // namespace

Status read_inventory(OpenRecord& file, RunRecord& record) {
  InventoryRecord& inventory = record.inventory;
  Result<std::vector<int>> cycles = kept_cycles(file, "inventory_looks");
  if (!cycles.ok()) return cycles.error();
  inventory.cycles = std::move(cycles).value();
  if (inventory.empty()) return std::nullopt;
  if (Status error =
          file.for_each_row("SELECT note FROM inventory_looks ORDER BY cycle DESC LIMIT 1",
                            [&](const Statement& row) -> Status {
                              inventory.note = row.text(0);
                              return std::nullopt;
                            })) {
    return error;
  }
  return read_things(file, inventory);
}

}  // namespace ttsoak
