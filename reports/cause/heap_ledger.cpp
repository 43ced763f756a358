#include "reports/cause/heap_ledger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "reports/cause/false_discovery.h"

namespace ttsoak {
namespace {

constexpr double kFalseShare = 0.05;
constexpr std::size_t kShapesTold = 50;  // a shape costs some 50 times as much as a slope

// Where a series can be fitted: the troughs of finished cycles, by index into HeapRecord::cycles.
struct FinishedCycles {
  std::vector<std::size_t> index;
  std::vector<double> requests;  // completed by then
};

FinishedCycles finished_cycles(const HeapRecord& heap, const std::vector<CycleMark>& cycles) {
  std::map<int, double> requests_by_cycle;
  double requests = 0;
  for (const CycleMark& mark : cycles) {
    requests += static_cast<double>(mark.requests);
    requests_by_cycle[mark.cycle] = requests;
  }
  FinishedCycles finished;
  for (std::size_t i = 0; i < heap.cycles.size(); ++i) {
    const auto mark = requests_by_cycle.find(heap.cycles[i]);
    if (mark == requests_by_cycle.end()) continue;
    finished.index.push_back(i);
    finished.requests.push_back(mark->second);
  }
  return finished;
}

// A series with the variance of its points.
struct Uncertain {
  TroughSeries series;
  std::vector<double> variance;

  void add(double requests, double bytes, double bytes2) {
    series.requests.push_back(requests);
    series.bytes.push_back(bytes);
    series.lifetime.push_back(0);
    variance.push_back(bytes2);
  }
};

Uncertain held_by(const StackSeries& stack, const FinishedCycles& finished) {
  Uncertain held;
  for (std::size_t i = 0; i < finished.index.size(); ++i) {
    if (finished.index[i] < stack.first) continue;
    const std::size_t at = finished.index[i] - stack.first;
    if (at >= stack.live_bytes.size()) break;
    held.add(finished.requests[i], stack.live_bytes[at] + stack.mapped_bytes[at],
             stack.live_variance[at]);
  }
  return held;
}

// A process that was not read at the last trough may still live; one missing twice is gone.
bool lives(const StackSeries& stack, const HeapRecord& heap) {
  return stack.first + stack.live_bytes.size() + 1 >= heap.cycles.size();
}

bool has_python_objects(const HeapRecord& heap) {
  return std::any_of(heap.troughs.begin(), heap.troughs.end(),
                     [](const HeapTrough& trough) { return trough.python_blocks != 0; });
}

Uncertain whole_heap(const HeapRecord& heap, const FinishedCycles& finished, bool exact) {
  std::vector<double> live = heap.other_live_bytes;
  std::vector<double> mapped = heap.other_mapped_bytes;
  std::vector<double> variance(heap.cycles.size(), 0.0);
  for (const StackSeries& stack : heap.stacks) {
    for (std::size_t i = 0; i < stack.live_bytes.size(); ++i) {
      live[stack.first + i] += stack.live_bytes[i];
      mapped[stack.first + i] += stack.mapped_bytes[i];
      variance[stack.first + i] += stack.live_variance[i];
    }
  }
  if (exact) {
    std::fill(variance.begin(), variance.end(), 0.0);
    std::map<int, double> counted;
    for (const HeapTrough& t : heap.troughs) counted[t.cycle] = static_cast<double>(t.live_bytes);
    for (std::size_t i = 0; i < live.size(); ++i) live[i] = counted.at(heap.cycles[i]);
  }
  Uncertain whole;
  for (std::size_t i = 0; i < finished.index.size(); ++i) {
    const std::size_t at = finished.index[i];
    whole.add(finished.requests[i], live[at] + mapped[at], variance[at]);
  }
  return whole;
}

Rate sum_of(const std::vector<GrowingStack>& stacks) {
  double mean = 0;
  double half_width2 = 0;
  for (const GrowingStack& stack : stacks) {
    mean += stack.rate.mean;
    half_width2 += stack.rate.half_width() * stack.rate.half_width();
  }
  return {mean, mean - std::sqrt(half_width2), mean + std::sqrt(half_width2)};
}

// What there is to say before a line can be fitted.
std::vector<GrowingStack> plain_changes(const HeapRecord& heap, const FinishedCycles& finished) {
  constexpr double kNoEnd = std::numeric_limits<double>::infinity();
  std::vector<GrowingStack> changes;
  for (std::size_t i = 0; i < heap.stacks.size(); ++i) {
    const TroughSeries held = held_by(heap.stacks[i], finished).series;
    if (held.requests.size() < 2 || !lives(heap.stacks[i], heap)) continue;
    const double requests = held.requests.back() - held.requests.front();
    const double change = held.bytes.back() - held.bytes.front();
    if (change > 0 && requests > 0) {
      changes.push_back({i, {change / requests, -kNoEnd, kNoEnd}, 1, GrowthShape::linear});
    }
  }
  return changes;
}

std::vector<GainedStack> gains(const HeapRecord& heap) {
  constexpr double kWorthTelling = 64 * 1024;
  constexpr double kStandardErrors = 3;
  std::vector<GainedStack> gained;
  for (std::size_t i = 0; i < heap.stacks.size(); ++i) {
    const StackSeries& stack = heap.stacks[i];
    if (stack.live_bytes.size() < 2 || !lives(stack, heap)) continue;
    const double bytes = stack.live_bytes.back() + stack.mapped_bytes.back() -
                         stack.live_bytes.front() - stack.mapped_bytes.front();
    const double error = std::sqrt(stack.live_variance.back() + stack.live_variance.front());
    if (bytes > kWorthTelling && bytes > kStandardErrors * error) gained.push_back({i, bytes});
  }
  std::stable_sort(gained.begin(), gained.end(),
                   [](const GainedStack& a, const GainedStack& b) { return a.bytes > b.bytes; });
  return gained;
}

// Moves what is proven from `candidates` to `growing` and the rest that looks like growth to
// `not_proven`.
void sort_out(HeapLedger& ledger, const std::vector<GrowingStack>& candidates) {
  std::vector<double> p_values;
  p_values.reserve(candidates.size());
  for (const GrowingStack& candidate : candidates) p_values.push_back(candidate.p_value);
  const auto proven = false_discovery_rejections(p_values, ledger.tested, kFalseShare);
  auto next = proven.begin();
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (next != proven.end() && *next == i) {
      ledger.growing.push_back(candidates[i]);
      ++next;
    } else if (candidates[i].rate.mean > 0) {
      ledger.not_proven.push_back(candidates[i]);
    }
  }
  std::stable_sort(
      ledger.growing.begin(), ledger.growing.end(),
      [](const GrowingStack& a, const GrowingStack& b) { return a.rate.lower95 > b.rate.lower95; });
  std::stable_sort(
      ledger.not_proven.begin(), ledger.not_proven.end(),
      [](const GrowingStack& a, const GrowingStack& b) { return a.rate.mean > b.rate.mean; });
}

}  // namespace

std::optional<double> HeapLedger::explained_share() const {
  if (!whole || whole->lower95 <= 0) return std::nullopt;
  return explained.mean / whole->mean;
}

HeapLedger rank_growing_stacks(const HeapRecord& heap, const std::vector<CycleMark>& cycles) {
  HeapLedger ledger;
  if (heap.empty()) return ledger;
  ledger.gained = gains(heap);
  const FinishedCycles finished = finished_cycles(heap, cycles);
  ledger.whole_is_exact = !has_python_objects(heap);
  const Uncertain whole = whole_heap(heap, finished, ledger.whole_is_exact);
  const auto trend = fit_stack(whole.series, whole.variance);
  ledger.enough_cycles = trend.has_value();
  if (!trend) {
    sort_out(ledger, plain_changes(heap, finished));
    return ledger;
  }
  ledger.whole = trend->rate;

  std::vector<GrowingStack> candidates;
  for (std::size_t i = 0; i < heap.stacks.size(); ++i) {
    if (!lives(heap.stacks[i], heap)) continue;
    const Uncertain held = held_by(heap.stacks[i], finished);
    const auto fit = fit_stack(held.series, held.variance);
    if (!fit || fit->p_value == 1) continue;  // too young, or it never changed
    candidates.push_back({i, fit->rate, fit->p_value, GrowthShape::linear});
  }
  ledger.tested = candidates.size() + heap.other_stacks;
  sort_out(ledger, candidates);
  for (std::size_t i = 0; i < std::min(ledger.growing.size(), kShapesTold); ++i) {
    const Uncertain held = held_by(heap.stacks[ledger.growing[i].series], finished);
    ledger.growing[i].shape = judge_growth(held.series, 0, GrowthRules{}).shape;
  }
  ledger.explained = sum_of(ledger.growing);
  return ledger;
}

}  // namespace ttsoak
