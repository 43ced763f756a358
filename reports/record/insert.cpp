#include "reports/record/insert.h"

#include <cmath>
#include <optional>
#include <string>
#include <type_traits>

#include "reports/record/names.h"

namespace ttsoak {
namespace {

// In the order of Observation's alternatives, up to those that HeapTables and EvidenceTables take.
//
// A process may be told twice, the later word counts. Nothing else has a key: a constraint that an
// observation could break would stop all recording over one odd row.
constexpr const char* kInserts[] = {
    "INSERT OR REPLACE INTO processes VALUES (?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO rss_samples VALUES (?, ?, ?)",
    "INSERT INTO status_samples VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO resource_snapshots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
    "INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "INSERT INTO cycles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
};
static_assert(
    std::is_same_v<std::variant_alternative_t<std::size(kInserts), Observation>, HeapStack>);

std::optional<std::int64_t> per_million(const std::optional<double>& share) {
  if (!share) return std::nullopt;
  return std::llround(*share * 1e6);
}

// One overload for each kind; the order of arguments is that of the columns.
struct Insert {
  Statement& into;

  Status operator()(const ProcessInfo& p) const {
    return into.run(p.index, p.pid, p.parent_pid, p.start_ticks, to_string(p.role), p.command,
                    p.first_seen.count());
  }
  Status operator()(const RssSample& s) const {
    return into.run(s.process, s.at.count(), s.rss_bytes);
  }
  Status operator()(const StatusSample& s) const {
    return into.run(s.process, s.at.count(), s.rss_bytes, s.rss_anon_bytes, s.rss_file_bytes,
                    s.rss_shmem_bytes, s.swap_bytes, s.threads, s.cpu_ms);
  }
  Status operator()(const ResourceSnapshot& s) const {
    return into.run(s.process, s.cycle, s.at.count(), s.pss_bytes, s.private_dirty_bytes,
                    s.anonymous_bytes, s.anon_huge_bytes, s.fds_file, s.fds_deleted, s.fds_socket,
                    s.fds_pipe, s.fds_other);
  }
  Status operator()(const Event& e) const {
    return into.run(e.at.count(), to_string(e.kind), e.process, e.detail, e.lasted.count());
  }
  Status operator()(const RequestOutcome& r) const {
    const auto kind =
        r.kind == RequestKind::normal ? std::optional<std::string>() : to_string(r.kind);
    return into.run(r.cycle, r.request_class, r.intended.count(), r.sent.count(),
                    r.first_byte.count(), r.done.count(), r.http_status, r.body_bytes, r.audio_us,
                    to_string(r.error), r.detail, static_cast<int>(r.aborted), kind,
                    r.driver_late.count(), r.first_audio.count(), r.longest_gap.count(),
                    r.underruns, r.underrun.count(), per_million(r.silent_share),
                    per_million(r.clipped_share));
  }
  Status operator()(const CycleMark& c) const {
    return into.run(c.cycle, c.started.count(), c.load_ended.count(), c.quiesced.count(),
                    to_string(c.quiesce_end), c.requests, c.errors, c.work_digest,
                    c.trough_rss_bytes, c.lifetime);
  }
};

template <typename Seen>
constexpr bool kIsOfHeap = std::is_same_v<Seen, HeapStack> || std::is_same_v<Seen, HeapSnapshot>;
template <typename Seen>
constexpr bool kIsEvidence = requires(EvidenceTables tables, const Seen& seen) {
  tables.insert(seen);
};

}  // namespace

Result<ObservationInserter> ObservationInserter::prepare(Database& database) {
  std::vector<Statement> statements;
  for (const char* sql : kInserts) {
    Result<Statement> statement = database.prepare(sql);
    if (!statement.ok()) return statement.error();
    statements.push_back(std::move(statement).value());
  }
  Result<HeapTables> heap = HeapTables::prepare(database);
  if (!heap.ok()) return heap.error();
  Result<EvidenceTables> evidence = EvidenceTables::prepare(database);
  if (!evidence.ok()) return evidence.error();
  return ObservationInserter(std::move(statements), std::move(heap).value(),
                             std::move(evidence).value());
}

Status ObservationInserter::insert(const Observation& observation) {
  if (const auto* event = std::get_if<Event>(&observation)) {
    if (event->kind == EventKind::process_ended) {
      heap_.ended(event->process);
      evidence_.ended(event->process);
    }
  }
  return std::visit(
      [&](const auto& seen) -> Status {
        using Seen = std::decay_t<decltype(seen)>;
        if constexpr (kIsOfHeap<Seen>) {
          return heap_.insert(seen);
        } else if constexpr (kIsEvidence<Seen>) {
          return evidence_.insert(seen);
        } else {
          return Insert{statements_[observation.index()]}(seen);
        }
      },
      observation);
}

}  // namespace ttsoak
