#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "reports/trend/trend_points.h"

namespace ttsoak::trend {
namespace {

constexpr std::size_t kShortest = 7;  // fewer cycles give no idea of a usual step
constexpr double kSpikeSteps = 5.2;

// Mean of the two in the middle where the count is even.
double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace

std::vector<double> without_spikes(const std::vector<double>& bytes,
                                   const std::vector<int>& lifetime) {
  std::vector<double> cleaned = bytes;
  std::size_t begin = 0;
  while (begin < bytes.size()) {
    std::size_t end = begin;
    while (end < bytes.size() && lifetime[end] == lifetime[begin]) ++end;
    if (end - begin >= kShortest) {
      std::vector<double> steps;
      for (std::size_t i = begin + 1; i < end; ++i)
        steps.push_back(std::abs(bytes[i] - bytes[i - 1]));
      const double limit = kSpikeSteps * median(std::move(steps));
      for (std::size_t i = begin + 2; i + 2 < end; ++i) {
        std::array<double, 5> around{bytes[i - 2], bytes[i - 1], bytes[i], bytes[i + 1],
                                     bytes[i + 2]};
        std::nth_element(around.begin(), around.begin() + 2, around.end());
        if (std::abs(bytes[i] - around[2]) > limit) cleaned[i] = around[2];
      }
    }
    begin = end;
  }
  return cleaned;
}

}  // namespace ttsoak::trend
