#include "reports/render/heap_words.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "reports/render/frame_text.h"
#include "reports/render/stack_text.h"
#include "reports/render/words.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

std::string counted(std::size_t count, const std::string& noun) {
  return format_count(static_cast<std::int64_t>(count)) + " " + noun + (count == 1 ? "" : "s");
}

std::string percent_or_all(double share) { return share > 1 ? "all" : format_percent(share); }

std::string explained_in_words(const HeapLedger& ledger) {
  const std::optional<double> share = ledger.explained_share();
  if (!share) return "";
  if (ledger.growing.empty()) return " No call stack is proven to have a part in it.";
  std::string words = ledger.growing.size() == 1
                          ? " One call stack explains "
                          : " " + counted(ledger.growing.size(), "call stack") + " explain ";
  words += percent_or_all(*share) + " of it";
  if (*share >= 1) {
    return words + "; they are estimates and add up to " + format_rate(ledger.explained.mean) + ".";
  }
  return words + "; " + format_rate(ledger.unexplained()) + " remain unexplained.";
}

std::string pid_if_several(const RunRecord& record, int process) {
  if (record.heap.processes.size() < 2) return "";
  return "process " + pid_in_words(record, process);
}

struct OwnerWords {
  std::string owner, place;  // as in StackWords
};

OwnerWords owner_in_words(const RunRecord& record, const StackSeries& series) {
  const StackText text = stack_text(series.stack.frames, StackDetail::folded);
  OwnerWords words;
  words.owner = text.owner_line.empty() ? "a call stack that could not be taken" : text.owner_line;
  if (!text.holder_module.empty() && text.owner.kind == FrameKind::python) {
    words.place = "in " + std::string(last_part(text.holder_module));
  }
  const std::string process = pid_if_several(record, series.stack.process);
  if (!process.empty()) words.place += (words.place.empty() ? "" : ", ") + process;
  return words;
}

}  // namespace

std::string heap_missing_in_words(const HeapRecord& heap) {
  if (!heap.empty()) return "";
  return "The tracer was not loaded into the server, so which call stacks grow is not known: let "
         "ttsoak launch the server, or start it with LD_PRELOAD=libttsoak_tracer.so and TTSOAK_DIR "
         "set to a directory for its black boxes.";
}

std::string rate_in_words(const Rate& rate) {
  if (!std::isfinite(rate.lower95)) return "about " + format_rate(rate.mean) + " so far";
  return format_rate(rate.mean) + ", 95 % interval " + format_bytes(rate.lower95) + " to " +
         format_bytes(rate.upper95);
}

std::string heap_growth_in_words(const Report& report) {
  const HeapLedger& ledger = report.ledger;
  if (!ledger.whole) {
    return "Too few cycles to tell which call stacks grow: it takes 10 at least, and more to be "
           "sure.";
  }
  const std::string what =
      ledger.whole_is_exact ? "The live heap" : "The live heap with its Python objects";
  if (ledger.whole->lower95 <= 0) {
    std::string words = what + " is not proven to grow: " + rate_in_words(*ledger.whole) + ".";
    if (ledger.growing.empty()) return words + " Nor is any call stack.";
    return words + " Yet " + counted(ledger.growing.size(), "call stack") + " in it " +
           (ledger.growing.size() == 1 ? "does." : "do.");
  }
  return what + " grows by " + rate_in_words(*ledger.whole) + "." + explained_in_words(ledger);
}

std::string born_in_words(const std::vector<Survivors>& survivors, int newest_cycle) {
  double early = 0;
  double all = 0;
  std::set<int> cycles;
  for (const Survivors& s : survivors) {
    if (s.bytes <= 0) continue;
    all += s.bytes;
    if (s.born_cycle == 0) {
      early += s.bytes;
    } else {
      cycles.insert(s.born_cycle);
    }
  }
  if (all <= 0) return "";
  if (cycles.empty()) return "born before the first cycle";
  const int first = *cycles.begin();
  const int possible = std::max(newest_cycle, *cycles.rbegin()) - first + 1;
  const auto count = static_cast<int>(cycles.size());
  std::string words = "born in ";
  if (count == 1) {
    words += "cycle " + std::to_string(first);
  } else if (count == 2) {
    words += "cycles " + std::to_string(first) + " and " + std::to_string(*cycles.rbegin());
  } else if (count == possible) {
    words += "every cycle since " + std::to_string(first);
  } else {
    words += std::to_string(count) + " of the " + std::to_string(possible) + " cycles since " +
             std::to_string(first);
  }
  const double share = early / all;
  if (share > 0.05) words += ", " + format_percent(share) + " of the bytes before the first";
  return words;
}

StackWords stack_in_words(const Report& report, const GrowingStack& stack) {
  const RunRecord& record = report.record;
  const StackSeries& series = record.heap.stacks.at(stack.series);
  const OwnerWords from = owner_in_words(record, series);
  StackWords words;
  words.owner = from.owner;
  words.place = from.place;
  words.live = format_bytes(series.now.live_bytes) + " in " +
               format_count(std::llround(series.now.live_blocks)) + " blocks";
  if (series.now.mapped_bytes > 0) {
    const std::string mapped = format_bytes(series.now.mapped_bytes) + " mapped";
    words.live = series.now.live_bytes > 0 ? words.live + ", " + mapped : mapped;
  }
  int newest = 0;
  for (const HeapProcess& process_seen : record.heap.processes) {
    if (process_seen.newest.process == series.stack.process) newest = process_seen.newest.cycle;
  }
  words.born = born_in_words(series.survivors, newest);
  if (stack.shape == GrowthShape::saturating) words.remark = "slows down, as a filling cache does";
  if (stack.shape == GrowthShape::late_onset) words.remark = "set in late";
  return words;
}

std::vector<GainWords> gains_in_words(const Report& report) {
  std::vector<GainWords> gains;
  for (const GainedStack& gained : report.ledger.gained) {
    const OwnerWords from =
        owner_in_words(report.record, report.record.heap.stacks.at(gained.series));
    auto same = std::find_if(gains.begin(), gains.end(), [&](const GainWords& gain) {
      return gain.owner == from.owner && gain.place == from.place;
    });
    if (same == gains.end()) same = gains.insert(gains.end(), {from.owner, from.place});
    same->bytes += gained.bytes;
    ++same->stacks;
  }
  std::stable_sort(gains.begin(), gains.end(),
                   [](const GainWords& a, const GainWords& b) { return a.bytes > b.bytes; });
  return gains;
}

std::string gain_in_words(const GainWords& gain) {
  return format_bytes(gain.bytes) + " in " + counted(gain.stacks, "call stack");
}

double share_of_growth(const HeapLedger& ledger, const GrowingStack& stack) {
  if (!ledger.whole) return 0;
  const double all = std::max(ledger.whole->mean, ledger.explained.mean);
  return all > 0 ? std::clamp(stack.rate.mean / all, 0.0, 1.0) : 0;
}

std::vector<std::string> heap_notes(const RunRecord& record) {
  std::vector<std::string> notes;
  if (record.heap.empty()) return notes;
  std::int64_t mean_bytes = 0;
  std::int64_t dropped = 0;
  std::set<std::string> said;
  for (const HeapProcess& process : record.heap.processes) {
    mean_bytes = std::max(mean_bytes, process.newest.sample_mean_bytes);
    dropped += process.newest.dropped_samples;
    if (!process.newest.note.empty()) said.insert(process.newest.note);
  }
  notes.push_back(mean_bytes == 0
                      ? "Only counters were kept, by wish: call stacks were not sampled."
                      : "Figures of call stacks are estimates from one sample in " +
                            format_bytes(mean_bytes) + " allocated.");
  const bool python = std::any_of(record.heap.troughs.begin(), record.heap.troughs.end(),
                                  [](const HeapTrough& t) { return t.python_blocks != 0; });
  if (python) {
    notes.emplace_back(
        "Small Python objects are counted in blocks only, so the growth of the whole is an "
        "estimate, too.");
  }
  if (dropped > 0) {
    notes.push_back(format_count(dropped) +
                    " samples found no room, so what call stacks hold is told too low.");
  }
  for (const std::string& note : said) notes.push_back("The tracer says: " + note);
  return notes;
}

std::string tracer_in_words(const HeapRecord& heap) {
  if (heap.empty()) return "";
  return "the tracer itself: " + format_bytes(heap.troughs.back().tracer_bytes) + ", not counted";
}

}  // namespace ttsoak
