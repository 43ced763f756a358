#include "reports/record/evidence_tables.h"

#include <cmath>

#include "reports/record/names.h"

namespace ttsoak {
namespace {

enum Sql : std::size_t {
  kInsertSplit,
  kInsertShare,
  kInsertPythonHeap,
  kInsertType,
  kInsertHolder,
  kInsertLook,
  kInsertThing,
  kInsertCgroup,
  kInsertExperiment,
  kInsertDiagnosis,
};

constexpr const char* kInsertSplitRow =
    "INSERT OR REPLACE INTO memory_splits VALUES "
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

// OR REPLACE: a key that an observation could break would stop all recording over one odd row.
constexpr const char* kStatements[] = {
    kInsertSplitRow,
    "INSERT OR REPLACE INTO retention_shares VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO python_heaps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO python_type_history VALUES (?, ?, ?, ?)",
    "INSERT OR REPLACE INTO python_holders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO inventory_looks VALUES (?, ?, ?)",
    "INSERT OR REPLACE INTO inventory_history VALUES (?, ?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO cgroup_samples VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO experiments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO diagnosis_troughs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
};
static_assert(std::size(kStatements) == kInsertDiagnosis + 1);

// SQLite takes what is not a number for NULL, which would break NOT NULL.
double known(double figure) { return std::isfinite(figure) ? figure : -1; }

}  // namespace

Result<EvidenceTables> EvidenceTables::prepare(Database& database) {
  std::vector<Statement> statements;
  for (const char* sql : kStatements) {
    Result<Statement> statement = database.prepare(sql);
    if (!statement.ok()) return statement.error();
    statements.push_back(std::move(statement).value());
  }
  Result<HistoryThinner> types =
      HistoryThinner::prepare(database, "python_type_history", {"process", "type"});
  if (!types.ok()) return types.error();
  Result<HistoryThinner> things =
      HistoryThinner::prepare(database, "inventory_history", {"process", "kind", "name"});
  if (!things.ok()) return things.error();
  return EvidenceTables(std::move(statements), std::move(types).value(), std::move(things).value());
}

void EvidenceTables::forget() {
  types_.clear();
  // What is gone is known only by what was there, so that stays, to be written again.
  for (auto& [thing, held] : things_) held = {-1, -1};
  type_history_.forget();
  thing_history_.forget();
}

void EvidenceTables::ended(int process) {
  std::erase_if(types_, [&](const auto& type) { return type.first.first == process; });
}

Status EvidenceTables::insert(const MemorySplit& s) {
  return statements_[kInsertSplit].run(
      s.cycle, s.process, s.at.count(), static_cast<int>(s.exact), s.rss_bytes, s.live_bytes,
      s.pinned_bytes, s.free_bytes, s.top_bytes, s.python_live_bytes, s.python_free_bytes,
      s.mapped_bytes, s.stack_bytes, s.file_bytes, s.shmem_bytes, s.tracer_bytes,
      s.unexplained_bytes, s.trim_bytes, s.pause_us, s.allocator, s.note);
}

Status EvidenceTables::insert(const RetentionShare& s) {
  return statements_[kInsertShare].run(
      s.process, to_string(s.role), s.stack, s.library, s.cycle, known(s.bytes), known(s.share),
      known(s.share_low), known(s.share_high), s.samples, s.block_bytes_low, s.block_bytes_high);
}

Status EvidenceTables::insert(const PythonHeap& h) {
  return statements_[kInsertPythonHeap].run(h.cycle, h.process, h.at.count(), h.objects, h.garbage,
                                            h.tasks, h.cuda_allocated_bytes, h.cuda_reserved_bytes,
                                            h.pause_us, h.tracer_bytes, h.note);
}

Status EvidenceTables::insert(const PythonTypeCount& t) {
  if (Status error = type_history_.thin(t.cycle)) return error;
  if (!type_history_.keeps(t.cycle)) return std::nullopt;
  const auto [written, is_new] = types_.try_emplace({t.process, t.type}, t.objects);
  if (!is_new && std::exchange(written->second, t.objects) == t.objects) return std::nullopt;
  return statements_[kInsertType].run(t.cycle, t.process, t.type, t.objects);
}

Status EvidenceTables::insert(const PythonHolder& h) {
  return statements_[kInsertHolder].run(h.process, h.path, h.type, h.first_cycle, h.last_cycle,
                                        h.looks, h.grew, h.first_length, h.last_length, h.bound,
                                        known(h.bytes_per_cycle),
                                        static_cast<int>(h.bytes_are_bound), h.newest);
}

Status EvidenceTables::write_thing(int cycle, const Thing& thing, const Held& held) {
  const auto& [process, kind, name] = thing;
  return statements_[kInsertThing].run(cycle, process, to_string(kind), name, held.first,
                                       held.second);
}

Status EvidenceTables::insert(const Inventory& inventory) {
  if (Status error = thing_history_.thin(inventory.cycle)) return error;
  if (Status error =
          statements_[kInsertLook].run(inventory.cycle, inventory.at.count(), inventory.note)) {
    return error;
  }
  if (!thing_history_.keeps(inventory.cycle)) return std::nullopt;
  std::map<Thing, Held> now;
  for (const InventoryItem& item : inventory.items) {
    now[{item.process, item.kind, item.name}] = {item.count, item.bytes};
  }
  for (const auto& [thing, held] : things_) {
    if (now.contains(thing)) continue;
    if (Status error = write_thing(inventory.cycle, thing, {0, 0})) return error;
  }
  for (const auto& [thing, held] : now) {
    const auto before = things_.find(thing);
    if (before != things_.end() && before->second == held) continue;
    if (Status error = write_thing(inventory.cycle, thing, held)) return error;
  }
  things_ = std::move(now);
  return std::nullopt;
}

Status EvidenceTables::insert(const CgroupSample& s) {
  return statements_[kInsertCgroup].run(s.cycle, s.at.count(), s.version, s.path, s.current_bytes,
                                        s.peak_bytes, s.limit_bytes, s.anon_bytes, s.file_bytes,
                                        s.shmem_bytes, s.kernel_bytes, s.oom_kills, s.limit_hits,
                                        known(s.pressure_percent));
}

Status EvidenceTables::insert(const Experiment& e) {
  return statements_[kInsertExperiment].run(to_string(e.kind), e.process, e.cycle, e.at.count(),
                                            e.rss_before_bytes, e.rss_after_bytes,
                                            e.predicted_bytes, e.collected, e.took_us);
}

Status EvidenceTables::insert(const DiagnosisTrough& t) {
  return statements_[kInsertDiagnosis].run(t.block, to_string(t.dimension), t.value, t.cycle,
                                           known(t.units), t.requests, t.errors, t.rss_bytes,
                                           t.live_bytes, t.at.count());
}

}  // namespace ttsoak
