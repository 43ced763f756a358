#include "reports/cause/false_discovery.h"

#include <algorithm>
#include <numeric>

namespace ttsoak {

std::vector<std::size_t> false_discovery_rejections(const std::vector<double>& p_values,
                                                    std::size_t tests, double rate) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  const auto all = static_cast<double>(std::max(tests, p_values.size()));
  std::size_t rejected = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (p_values[order[i]] <= rate * static_cast<double>(i + 1) / all) rejected = i + 1;
  }
  order.resize(rejected);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace ttsoak
