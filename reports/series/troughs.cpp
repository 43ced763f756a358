#include "reports/series/troughs.h"

namespace ttsoak {

TroughSeries rss_troughs(const std::vector<CycleMark>& cycles) {
  TroughSeries series;
  double requests = 0;
  for (const CycleMark& cycle : cycles) {
    requests += static_cast<double>(cycle.requests);
    series.requests.push_back(requests);
    series.bytes.push_back(static_cast<double>(cycle.trough_rss_bytes));
    series.lifetime.push_back(cycle.lifetime);
  }
  return series;
}

}  // namespace ttsoak
