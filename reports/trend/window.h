#pragma once

#include <cstddef>
#include <vector>

#include "reports/trend/trend_points.h"

namespace ttsoak::trend {

// Which points a fit uses.
enum class WindowKind {
  almost_all,    // all but the first point of each lifetime
  after_warmup,  // without the first fifth; with restarts, without half of each lifetime or 9
                 // points
  second_half,   // after_warmup, and in the second half of the run
};

// The points of one window, lifetime by lifetime. Lifetimes with fewer than two points left are
// not in it: one level and one point say nothing about a rate.
struct Window {
  std::vector<double> x, age, y;   // as in TrendPoints
  std::vector<std::size_t> begin;  // where each lifetime starts, and at the end x.size()
  int first_cycle = 0;             // the first cycle used
  int fewest_dropped = 0;          // of the points of a lifetime that is in it

  [[nodiscard]] std::size_t size() const { return x.size(); }
  [[nodiscard]] std::size_t lifetimes() const { return begin.size() - 1; }

  // Whether a fit of a level per lifetime, a slope and a bend leaves enough to estimate errors.
  [[nodiscard]] bool usable() const;
};

Window make_window(const TrendPoints& points, WindowKind kind);

}  // namespace ttsoak::trend
