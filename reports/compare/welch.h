#pragma once

#include <span>

namespace ttsoak {

// The difference of two means, second minus first, with what is known of it.
struct MeanDifference {
  double first_mean = 0, second_mean = 0;
  double difference = 0;
  double standard_error = 0;
  double degrees = 0;  // of freedom; 0 = unknown: fewer than two values on a side
};

// Welch's t: the sides may scatter differently, as a leaking and a fixed server do.
// Source: B. L. Welch, Biometrika 34 (1947), 28-35. Precondition: no side is empty.
MeanDifference welch(std::span<const double> first, std::span<const double> second);

// A one-sided bound, `chance` (0..1, exclusive) being that the true difference lies below it: at
// 0.025 the lower end of a 95 % interval, at 0.975 the upper one. Precondition: degrees > 0.
double bound(const MeanDifference& difference, double chance);

}  // namespace ttsoak
