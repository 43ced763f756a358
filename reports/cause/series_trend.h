#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "probes/values/cycle_mark.h"
#include "reports/cause/stack_trend.h"

namespace ttsoak {

// Any figure at the troughs (bytes, things, milliseconds), and whether it grows.
struct SeriesTrend {
  TroughSeries series;                      // of finished cycles
  std::optional<StackTrend> fit;            // absent under 10 cycles
  bool grows = false;                       // proven; see judge_together()
  GrowthShape shape = GrowthShape::linear;  // if it grows

  [[nodiscard]] bool empty() const { return series.bytes.empty(); }
  [[nodiscard]] double first() const { return empty() ? 0 : series.bytes.front(); }
  [[nodiscard]] double last() const { return empty() ? 0 : series.bytes.back(); }
  [[nodiscard]] double change() const { return last() - first(); }
  // Median of the cycles from one share of the series to another: level(.5, .75).
  [[nodiscard]] double level(double from, double to) const;
  [[nodiscard]] Rate rate() const { return fit ? fit->rate : Rate{}; }
};

// Requests completed by the end of each cycle.
using RequestsByCycle = std::map<int, double>;
RequestsByCycle requests_by_cycle(const std::vector<CycleMark>& cycles);

// The value of each cycle, by cycle; what is not a finished cycle is left out.
SeriesTrend trend_of(const std::vector<std::pair<int, double>>& values,
                     const RequestsByCycle& requests);

// Fits every series by fit_stack() and marks those that grow, so that at most 5 % of those marked
// do so by chance (false_discovery_rejections()); series that never changed are not tested.
void judge_together(const std::vector<std::reference_wrapper<SeriesTrend>>& all);

}  // namespace ttsoak
