#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Scrambles 64 bits so that each depends on all (the finalizer of splitmix64, Steele et al. 2014).
constexpr uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// The natural logarithm, good to 1e-12; the tracer may not link libm. x > 0, normal.
inline double logarithm(double x) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0xfffffffffffff) | (1023ULL << 52);
  double mantissa = 0;
  __builtin_memcpy(&mantissa, &bits, sizeof mantissa);
  if (mantissa > 1.4142135623730951) {
    mantissa /= 2;
    ++exponent;
  }
  // ln m = 2 artanh s; |s| < 0.172
  const double s = (mantissa - 1) / (mantissa + 1);
  const double q = s * s;
  const double series =
      1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11 + q / 13)))));
  return 2 * s * series + exponent * 0.6931471805599453;
}

// A draw from the exponential distribution of mean 1; advances `state` (a Weyl sequence).
inline double exponential(uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  const double uniform = static_cast<double>((mix(state) >> 11) + 1) * 0x1p-53;  // (0, 1]
  return -logarithm(uniform);
}

}  // namespace ttsoak::tracer
