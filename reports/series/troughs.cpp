#include "reports/series/troughs.h"

namespace ttsoak {
namespace {

template <typename Add>
void for_each_cycle(const std::vector<CycleMark>& cycles, Add add) {
  double requests = 0;
  for (const CycleMark& cycle : cycles) {
    requests += static_cast<double>(cycle.requests);
    add(cycle, requests);
  }
}

void add(TroughSeries& series, const CycleMark& cycle, double requests, std::int64_t bytes) {
  series.requests.push_back(requests);
  series.bytes.push_back(static_cast<double>(bytes));
  series.lifetime.push_back(cycle.lifetime);
}

}  // namespace

TroughSeries rss_troughs(const std::vector<CycleMark>& cycles,
                         const std::vector<HeapTrough>& heap) {
  TroughSeries series;
  auto next = heap.begin();
  std::int64_t tracer_bytes = heap.empty() ? 0 : heap.front().tracer_bytes;
  for_each_cycle(cycles, [&](const CycleMark& cycle, double requests) {
    for (; next != heap.end() && next->cycle <= cycle.cycle; ++next) {
      tracer_bytes = next->tracer_bytes;
    }
    add(series, cycle, requests, cycle.trough_rss_bytes - tracer_bytes);
  });
  return series;
}

TroughSeries live_heap_troughs(const std::vector<CycleMark>& cycles,
                               const std::vector<HeapTrough>& heap) {
  TroughSeries series;
  auto next = heap.begin();
  for_each_cycle(cycles, [&](const CycleMark& cycle, double requests) {
    while (next != heap.end() && next->cycle < cycle.cycle) ++next;
    if (next == heap.end() || next->cycle != cycle.cycle) return;
    add(series, cycle, requests, next->live_bytes);
  });
  return series;
}

}  // namespace ttsoak
