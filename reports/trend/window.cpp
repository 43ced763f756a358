#include "reports/trend/window.h"

#include <algorithm>

namespace ttsoak::trend {
namespace {

constexpr std::size_t kFewestPoints = 8;
constexpr std::size_t kFewestSpare = 4;    // points beyond the number of coefficients
constexpr std::size_t kLongestWarmup = 9;  // points per lifetime, where the process restarted
constexpr double kLeastSpread = 1e-6;      // of x within lifetimes, as a share of the run

std::size_t warmup_points(const TrendPoints& points, WindowKind kind, std::size_t n) {
  if (kind == WindowKind::almost_all) return 1;
  if (points.lifetimes() == 1) return std::max<std::size_t>(2, n / 5);
  return std::max<std::size_t>(2, std::min(n / 2, kLongestWarmup));
}

}  // namespace

Window make_window(const TrendPoints& points, WindowKind kind) {
  Window window;
  window.begin.push_back(0);
  const std::size_t total = points.x.size();
  std::size_t begin = 0;
  while (begin < total) {
    std::size_t end = begin;
    while (end < total && points.lifetime[end] == points.lifetime[begin]) ++end;
    std::size_t used = begin + warmup_points(points, kind, end - begin);
    if (kind == WindowKind::second_half) used = std::max(used, total / 2);
    if (used + 2 <= end) {
      const int dropped = static_cast<int>(used - begin);
      if (window.x.empty()) window.first_cycle = points.first_cycle[used];
      window.fewest_dropped = window.x.empty() ? dropped : std::min(window.fewest_dropped, dropped);
      for (std::size_t i = used; i < end; ++i) {
        window.x.push_back(points.x[i]);
        window.age.push_back(points.age[i]);
        window.y.push_back(points.y[i]);
      }
      window.begin.push_back(window.x.size());
    }
    begin = end;
  }
  return window;
}

bool Window::usable() const {
  if (size() < kFewestPoints || size() < lifetimes() + 2 + kFewestSpare) return false;
  double spread = 0;
  for (std::size_t life = 0; life < lifetimes(); ++life)
    spread = std::max(spread, x[begin[life + 1] - 1] - x[begin[life]]);
  return spread > kLeastSpread;
}

}  // namespace ttsoak::trend
