#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "reports/trend/growth.h"

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

enum class Truth { sound, leak, sublinear };

// What the judge has to cope with: servers that warm up, cache, restart, wander and leak, 25
// requests a cycle, with a budget of 10 KiB per request in mind.
struct TraceKind {
  std::string name;
  Truth truth;
};

const std::vector<TraceKind>& trace_kinds();  // 18

// One run of `cycles` cycles of that kind of server: the lowest of ten RSS samples after each.
TroughSeries make_trace(const std::string& kind, int cycles, Dice& dice);

// Stationary AR(1) noise.
std::vector<double> correlated_noise(int count, double correlation, double deviation, Dice& dice);

constexpr double kTraceBudget = 10 * 1024;  // bytes per request
constexpr int kTraceRequests = 25;          // per cycle

}  // namespace ttsoak
