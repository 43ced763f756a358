#include "reports/render/cause_words.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "reports/cause/rules/rule_words.h"
#include "reports/record/names.h"
#include "reports/render/words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

double live_heap(const Composition& memory) {
  return memory.of(MemoryPart::live) + memory.of(MemoryPart::python_live);
}

double kept_free(const Composition& memory) {
  return memory.of(MemoryPart::pinned) + memory.of(MemoryPart::free) + memory.of(MemoryPart::top) +
         memory.of(MemoryPart::python_free);
}

std::string from_to(const std::string& from, const std::string& to) {
  return from == to ? from : from + " to " + to;
}

std::string requests(double count) { return format_count(std::llround(std::min(count, 9e15))); }

}  // namespace

std::string cause_in_words(Cause cause) { return in_words(cause_name(cause)); }

std::string standing_in_words(const Finding& finding) {
  std::string words(evidence_name(finding.evidence));
  if (finding.cause == Cause::unknown) words = "not explained";
  if (finding.share && *finding.share > 0) {
    words +=
        ", " + (*finding.share > 0.995 ? "all" : format_percent(*finding.share)) + " of the growth";
  }
  if (!finding.leak && finding.cause != Cause::child_growth) words += ", no leak";
  return words;
}

std::string no_cause_in_words(const Report& report) {
  if (!report.findings.empty()) return "";
  return report.growth.fit_requests.empty()
             ? "There are too few cycles to look for causes."
             : "Nothing is proven to grow, so there is no cause to name.";
}

std::vector<PartWords> parts_in_words(const Report& report) {
  std::vector<PartWords> parts;
  const Composition* first = first_of(report.compositions);
  if (first == nullptr) return parts;
  const Composition& last = report.compositions.back();
  for (std::size_t i = 0; i < kMemoryParts; ++i) {
    const auto part = static_cast<MemoryPart>(i);
    if (first->of(part) == 0 && last.of(part) == 0 && part != MemoryPart::unexplained) continue;
    parts.push_back({part, std::string(words_of(part).words), first->of(part), last.of(part)});
  }
  return parts;
}

std::string composition_in_words(const Report& report) {
  const Composition* first = first_of(report.compositions);
  if (first == nullptr) return "";
  const Composition& last = report.compositions.back();
  const double live = live_heap(last) - live_heap(*first);
  const double kept = kept_free(last) - kept_free(*first);
  const double change = last.rss_bytes - first->rss_bytes;
  std::string words = "Resident memory " + std::string(change < 0 ? "fell" : "rose") + " from " +
                      format_bytes(first->rss_bytes) + " to " + format_bytes(last.rss_bytes);
  words += ": live heap " + format_bytes_change(live) + ", free memory that the allocator keeps " +
           format_bytes_change(kept) + ", everything else " +
           format_bytes_change(change - live - kept);
  return words + ".";
}

std::string unreliable_in_words(const Report& report) {
  const Composition* first = first_of(report.compositions);
  if (first == nullptr || !is_unreliable(*first, report.compositions.back())) return "";
  return "Attribution is unreliable: more than a tenth of the memory, or of its growth, is in no "
         "part.";
}

std::string limit_in_words(const Report& report) {
  if (!report.limit) return "";
  const TimeToLimit& limit = *report.limit;
  std::string words =
      format_bytes(limit.used_bytes) + " of " + format_bytes(limit.limit_bytes) + " are used";
  if (!limit.soonest_requests) return words + ", and that does not become more";
  const std::string soonest =
      requests(*limit.soonest_requests) + " requests, " + format_duration(*limit.soonest_s);
  if (!limit.latest_requests) {
    return words + "; not full before another " + soonest + " at this pace, and perhaps never";
  }
  return words + "; full in " +
         from_to(requests(*limit.soonest_requests), requests(*limit.latest_requests)) +
         " requests, " +
         from_to(format_duration(*limit.soonest_s), format_duration(*limit.latest_s)) +
         " at this pace";
}

std::vector<std::string> evidence_notes(const RunRecord& record) {
  std::set<std::string> notes;
  const auto add = [&](const std::string& about, const std::string& note) {
    if (!note.empty()) notes.insert(about + ": " + note + ".");
  };
  for (const MemorySplit& split : record.splits) {
    if (split.cycle == record.splits.back().cycle) add("The split of memory", split.note);
  }
  for (const PythonHeap& heap : record.python.heaps) {
    if (heap.cycle == record.python.heaps.back().cycle) add("Python", heap.note);
  }
  add("The inventory", record.inventory.note);
  return {notes.begin(), notes.end()};
}

std::string cgroup_in_words(const RunRecord& record) {
  if (record.cgroup.empty()) return "";
  const CgroupSample& now = record.cgroup.back();
  std::string words = format_bytes(now.current_bytes) + " charged";
  const auto add = [&](std::int64_t bytes, const char* what) {
    if (bytes >= 0) words += std::string(", ") + what + " " + format_bytes(bytes);
  };
  add(now.anon_bytes, "memory of programs");
  add(now.file_bytes, "page cache");
  add(now.shmem_bytes, "tmpfs and shared memory");
  add(now.kernel_bytes, "kernel");
  add(now.peak_bytes, "peak");
  words += now.limit_bytes > 0 ? ", limit " + format_bytes(now.limit_bytes) : ", no limit";
  if (now.limit_hits > 0) words += ", " + format_count(now.limit_hits) + " times at the limit";
  if (now.oom_kills > 0) words += ", " + format_count(now.oom_kills) + " killed for memory";
  return words;
}

ExperimentWords experiment_in_words(const RunRecord& record, const Experiment& e) {
  ExperimentWords words;
  words.what = to_string(e.kind) + " after cycle " + std::to_string(e.cycle);
  words.process = pid_in_words(record, e.process);
  words.returned = format_bytes(e.rss_before_bytes - e.rss_after_bytes) + " of " +
                   format_bytes(e.rss_before_bytes);
  if (e.predicted_bytes >= 0) words.predicted = format_bytes(e.predicted_bytes);
  if (e.collected >= 0) words.collected = format_count(e.collected) + " objects";
  words.took = format_milliseconds(static_cast<double>(e.took_us) / 1000);
  return words;
}

std::string number_in_words(double value) { return number_words(value); }

}  // namespace ttsoak
