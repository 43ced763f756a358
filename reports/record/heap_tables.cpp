#include "reports/record/heap_tables.h"

#include <cmath>
#include <string>

#include "reports/record/names.h"

namespace ttsoak {
namespace {

enum Sql : std::size_t {
  kInsertFrame,
  kInsertStack,
  kInsertSnapshot,
  kInsertHistory,
  kInsertFigures,
  kDeleteSurvivors,
  kInsertSurvivors,
};

// OR REPLACE: a key that an observation could break would stop all recording over one odd row.
constexpr const char* kStatements[] = {
    "INSERT OR REPLACE INTO frames VALUES (?, ?, ?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO stacks VALUES (?, ?, ?)",
    "INSERT OR REPLACE INTO heap_snapshots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO stack_history VALUES (?, ?, ?, ?, ?, ?, ?)",
    "INSERT OR REPLACE INTO stack_figures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "DELETE FROM survivors WHERE process = ?",
    "INSERT OR REPLACE INTO survivors VALUES (?, ?, ?, ?, ?)",
};
static_assert(std::size(kStatements) == kInsertSurvivors + 1);

// FNV-1a. Two of 100,000 frames share a digest once in 4 billion runs.
class Digest {
 public:
  void add(const std::string& text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0);
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) add_byte((number >> shift) & 0xff);
  }
  void add(double number) { add(static_cast<std::uint64_t>(std::llround(number))); }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void add_byte(std::uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }

  std::uint64_t value_ = 0xcbf29ce484222325;
};

// Whole numbers take half the room of others in the file. Not a number would break NOT NULL.
double whole(double figure) { return std::isfinite(figure) ? std::round(figure) : 0; }

StackFigures rounded(const StackFigures& f) {
  return {f.stack,
          whole(f.live_bytes),
          whole(f.live_blocks),
          whole(f.live_variance),
          whole(f.allocated_bytes),
          whole(f.allocated_blocks),
          whole(f.freed_bytes),
          whole(f.freed_blocks),
          whole(f.mapped_bytes)};
}

std::uint64_t digest_of(const Frame& frame) {
  Digest digest;
  digest.add(static_cast<std::uint64_t>(frame.kind));
  digest.add(frame.function);
  digest.add(frame.file);
  digest.add(static_cast<std::uint64_t>(frame.line));
  digest.add(frame.module);
  digest.add(frame.address);
  return digest.value();
}

std::uint64_t digest_of_live(const StackFigures& f) {
  Digest digest;
  for (const double figure : {f.live_bytes, f.live_blocks, f.mapped_bytes}) digest.add(figure);
  return digest.value();
}

std::uint64_t digest_of_all(const StackFigures& f) {
  Digest digest;
  for (const double figure : {f.live_bytes, f.live_blocks, f.mapped_bytes, f.allocated_bytes,
                              f.allocated_blocks, f.freed_bytes, f.freed_blocks}) {
    digest.add(figure);
  }
  return digest.value();
}

}  // namespace

Result<HeapTables> HeapTables::prepare(Database& database) {
  std::vector<Statement> statements;
  for (const char* sql : kStatements) {
    Result<Statement> statement = database.prepare(sql);
    if (!statement.ok()) return statement.error();
    statements.push_back(std::move(statement).value());
  }
  Result<HistoryThinner> history =
      HistoryThinner::prepare(database, "stack_history", {"process", "stack"});
  if (!history.ok()) return history.error();
  return HeapTables(std::move(statements), std::move(history).value());
}

void HeapTables::forget() {
  frames_.clear();
  written_.clear();
  history_.forget();
}

Result<std::int64_t> HeapTables::number_of(const Frame& frame) {
  const auto [known, is_new] = frames_.try_emplace(digest_of(frame), last_frame_ + 1);
  if (!is_new) return known->second;
  ++last_frame_;
  if (Status error =
          statements_[kInsertFrame].run(last_frame_, to_string(frame.kind), frame.function,
                                        frame.file, frame.line, frame.module, frame.address)) {
    return *error;
  }
  return last_frame_;
}

Status HeapTables::insert(const HeapStack& stack) {
  std::string list;
  for (const Frame& frame : stack.frames) {
    const Result<std::int64_t> number = number_of(frame);
    if (!number.ok()) return number.error();
    list += (list.empty() ? "[" : ",") + std::to_string(number.value());
  }
  list += list.empty() ? "[]" : "]";
  return statements_[kInsertStack].run(stack.process, stack.stack, list);
}

Status HeapTables::insert(const HeapSnapshot& s) {
  if (Status error = history_.thin(s.cycle)) return error;
  if (Status error = statements_[kInsertSnapshot].run(
          s.cycle, s.process, s.at.count(), s.allocated_bytes, s.allocated_blocks, s.freed_bytes,
          s.freed_blocks, s.python_allocated_blocks, s.python_freed_blocks, s.tracer_bytes,
          s.sample_mean_bytes, s.samples, s.dropped_samples, s.note)) {
    return error;
  }
  const bool keep = history_.keeps(s.cycle);
  for (const StackFigures& figures : s.stacks) {
    if (Status error = insert_figures(s, rounded(figures), keep)) return error;
  }
  return replace_survivors(s);
}

Status HeapTables::insert_figures(const HeapSnapshot& snapshot, const StackFigures& f, bool keep) {
  static const std::uint64_t kNothingHeld = digest_of_live(StackFigures{});
  Written& written =
      written_[snapshot.process].try_emplace(f.stack, Written{0, kNothingHeld}).first->second;
  const std::uint64_t all = digest_of_all(f);
  if (written.figures != all) {
    written.figures = all;
    if (Status error = statements_[kInsertFigures].run(
            snapshot.process, f.stack, f.live_bytes, f.live_blocks, f.live_variance,
            f.allocated_bytes, f.allocated_blocks, f.freed_bytes, f.freed_blocks, f.mapped_bytes)) {
      return error;
    }
  }
  const std::uint64_t live = digest_of_live(f);
  if (!keep || written.history == live) return std::nullopt;
  written.history = live;
  return statements_[kInsertHistory].run(snapshot.cycle, snapshot.process, f.stack, f.live_bytes,
                                         f.live_blocks, f.live_variance, f.mapped_bytes);
}

Status HeapTables::replace_survivors(const HeapSnapshot& snapshot) {
  if (Status error = statements_[kDeleteSurvivors].run(snapshot.process)) return error;
  for (const Survivors& s : snapshot.survivors) {
    if (Status error = statements_[kInsertSurvivors].run(snapshot.process, s.stack, s.born_cycle,
                                                         whole(s.bytes), whole(s.blocks))) {
      return error;
    }
  }
  return std::nullopt;
}

}  // namespace ttsoak
