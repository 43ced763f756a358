#include "reports/calibration/dice.h"

#include <cmath>
#include <numbers>

namespace ttsoak {

double Dice::unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

double Dice::uniform(double from, double to) { return from + (to - from) * unit(); }

int Dice::integer(int from, int to) {
  return from + static_cast<int>(unit() * static_cast<double>(to - from + 1));
}

// Box and Muller, one of the two.
double Dice::normal(double deviation) {
  const double radius = std::sqrt(-2 * std::log(1 - unit()));
  return deviation * radius * std::cos(2 * std::numbers::pi * unit());
}

int Dice::binomial(int trials, double chance) {
  int hits = 0;
  for (int i = 0; i < trials; ++i)
    if (unit() < chance) ++hits;
  return hits;
}

std::vector<double> correlated_noise(int count, double correlation, double deviation, Dice& dice) {
  std::vector<double> noise;
  double last = dice.normal(deviation);
  for (int i = 0; i < count; ++i) {
    noise.push_back(last);
    last = correlation * last + dice.normal(deviation * std::sqrt(1 - correlation * correlation));
  }
  return noise;
}

}  // namespace ttsoak
