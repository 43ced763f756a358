#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace ttsoak {

// Random numbers that are the same with every standard library: only the engine is specified by
// the standard, the distributions are not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}

  double uniform(double from, double to);
  int integer(int from, int to);  // both included
  double normal(double deviation);
  int binomial(int trials, double chance);

 private:
  double unit();  // [0, 1)

  std::mt19937_64 engine_;
};

// Stationary AR(1) noise.
std::vector<double> correlated_noise(int count, double correlation, double deviation, Dice& dice);

}  // namespace ttsoak
