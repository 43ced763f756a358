#include "reports/cause/series_trend.h"

#include <algorithm>

#include "reports/cause/false_discovery.h"

namespace ttsoak {
namespace {

constexpr double kFalseShare = 0.05;

}  // namespace

double SeriesTrend::level(double from, double to) const {
  if (empty()) return 0;
  const auto size = static_cast<double>(series.bytes.size());
  const auto begin = std::min(static_cast<std::size_t>(from * size), series.bytes.size() - 1);
  const auto end = std::clamp(static_cast<std::size_t>(to * size), begin + 1, series.bytes.size());
  std::vector<double> part(series.bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                           series.bytes.begin() + static_cast<std::ptrdiff_t>(end));
  const auto middle = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
  std::nth_element(part.begin(), middle, part.end());
  return *middle;
}

RequestsByCycle requests_by_cycle(const std::vector<CycleMark>& cycles) {
  RequestsByCycle by_cycle;
  double requests = 0;
  for (const CycleMark& mark : cycles) {
    requests += static_cast<double>(mark.requests);
    by_cycle[mark.cycle] = requests;
  }
  return by_cycle;
}

SeriesTrend trend_of(const std::vector<std::pair<int, double>>& values,
                     const RequestsByCycle& requests) {
  SeriesTrend trend;
  for (const auto& [cycle, value] : values) {
    const auto done = requests.find(cycle);
    if (done == requests.end()) continue;
    trend.series.requests.push_back(done->second);
    trend.series.bytes.push_back(value);
    trend.series.lifetime.push_back(0);
  }
  return trend;
}

void judge_together(const std::vector<std::reference_wrapper<SeriesTrend>>& all) {
  std::vector<std::reference_wrapper<SeriesTrend>> tested;
  std::vector<double> p_values;
  for (SeriesTrend& trend : all) {
    const std::vector<double> exact(trend.series.bytes.size(), 0.0);
    trend.fit = fit_stack(trend.series, exact);
    if (!trend.fit || trend.fit->p_value == 1) continue;
    tested.emplace_back(trend);
    p_values.push_back(trend.fit->p_value);
  }
  for (const std::size_t i : false_discovery_rejections(p_values, p_values.size(), kFalseShare)) {
    SeriesTrend& trend = tested[i];
    trend.grows = true;
    trend.shape = judge_growth(trend.series, 0, GrowthRules{}).shape;
  }
}

}  // namespace ttsoak
