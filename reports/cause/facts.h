#pragma once

#include <array>
#include <optional>
#include <vector>

#include "reports/cause/composition.h"
#include "reports/cause/heap_ledger.h"
#include "reports/cause/live_subject.h"
#include "reports/cause/series_trend.h"
#include "reports/cause/traffic.h"
#include "reports/record/run_record.h"

namespace ttsoak {

// What has been judged before causes are looked for.
struct JudgedParts {
  const RunRecord& record;
  const TroughSeries& troughs;  // of RSS
  const Growth& growth;         // of them
  const HeapLedger& ledger;
};

struct ThingTrend {
  const InventorySeries* things = nullptr;
  SeriesTrend count, bytes;
};

struct TypeTrend {
  const PythonTypeSeries* type = nullptr;
  SeriesTrend objects;
};

struct ProcessTrend {
  int process = 0;
  SeriesTrend rss;
};

// Everything the rules look at: the record and the trend of each of its series, tested together.
// Must not outlive the parts.
struct Facts {
  explicit Facts(const JudgedParts& judged)
      : record(judged.record), growth(judged.growth), ledger(judged.ledger) {}

  const RunRecord& record;
  const Growth& growth;
  const HeapLedger& ledger;
  Traffic traffic;

  SeriesTrend rss;                              // troughs, a line
  std::vector<Composition> compositions;        // by cycle; may be empty
  std::array<SeriesTrend, kMemoryParts> parts;  // by MemoryPart, over the target's processes
  SeriesTrend retained;                         // free and top together
  std::vector<ProcessTrend> processes;          // where there are several
  std::vector<ThingTrend> things;
  std::vector<TypeTrend> types;
  SeriesTrend objects, garbage, tasks, cuda_allocated, cuda_reserved;  // of Python
  SeriesTrend cgroup_file, cgroup_shmem;
  SeriesTrend latency_ms;         // median of each cycle
  std::vector<LiveSubject> live;  // what grows in the live heap, the steepest first

  [[nodiscard]] const SeriesTrend& part(MemoryPart part) const {
    return parts.at(static_cast<std::size_t>(part));
  }
  [[nodiscard]] bool rss_grows() const;
  // There were enough cycles, and what growth there was has stopped.
  [[nodiscard]] bool settled() const;
  // Growth that is worth a cause: smaller ones are roundings and small change.
  [[nodiscard]] double worth_bytes() const;
  // Of the growth of RSS; absent where it hardly grew.
  [[nodiscard]] std::optional<double> share_of(double bytes) const;
  // RSS that the newest experiments of this kind gave back, over all processes; absent if none.
  [[nodiscard]] std::optional<double> given_back(ExperimentKind kind) const;
};

Facts gather_facts(const JudgedParts& parts);

}  // namespace ttsoak
