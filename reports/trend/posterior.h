#pragma once

#include <cstddef>
#include <vector>

#include "reports/trend/least_squares.h"
#include "reports/trend/trend_design.h"

namespace ttsoak::trend {

// Which rate is asked for, where a shape bends the line.
enum class RateKind {
  underlying,  // the slope alone: what remains of a warm-up's growth after infinitely long
  at_end,      // slope and bend at the last request of the run
};

struct Interval {
  double lower = 0, upper = 0;
};

// What one family of shapes says about the rate, every member under every error model.
struct Posterior {
  // One shape under one error model.
  struct Component {
    Fit fit;
    double weight = 0;  // posterior probability within the family
    double end_slope = 0;
    std::size_t model = 0;  // index into error_models()
    std::size_t shape = 0;
  };
  std::vector<Component> components;  // those that matter; none if no member fits with bend > 0
  int degrees = 1;                    // of freedom
  double evidence = 0;                // log; to be compared between families on the same window
  double innovation_variance = 0;     // mean of square_sum / degrees
  double least_square_sum = 0;        // of any member

  // The chance that the rate exceeds `budget`; .5 if there are no components.
  [[nodiscard]] double chance_over(double budget, RateKind kind) const;
  [[nodiscard]] double mean_rate(RateKind kind) const;
  [[nodiscard]] double rate_deviation(RateKind kind) const;
  // Cut off so that 2.5 % of the posterior lie on either side.
  [[nodiscard]] Interval interval95(RateKind kind) const;
};

// A line, and families of shapes that bend it, fitted to one window.
struct WindowFits {
  Posterior line, transient, late_onset;  // Component::shape is an index into the design's

  // Log evidence over a line. The extra coefficient is priced as in BIC.
  [[nodiscard]] double transient_odds() const { return transient.evidence - line.evidence; }
  [[nodiscard]] double late_onset_odds() const { return late_onset.evidence - line.evidence; }
};

// `design` is that of the window.
WindowFits fit_window(const TrendPoints& points, const Window& window, const WindowDesign& design);

// The line alone.
Posterior fit_line(const TrendPoints& points, const Window& window);

}  // namespace ttsoak::trend
