#include "reports/trend/reproducible_math.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace ttsoak::trend {
namespace {

// The natural logarithm of 2 in two parts, the first of which has room for a factor of 11 bits.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

constexpr int kExpTerms = 14;
constexpr std::array<double, kExpTerms> kOneOverFactorial = [] {
  std::array<double, kExpTerms> terms{};
  double factorial = 1;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i > 0) factorial *= static_cast<double>(i);
    terms[i] = 1 / factorial;
  }
  return terms;
}();

constexpr double kFar = 1e100;  // a chance is 0 or 1 there, and a square would overflow soon

}  // namespace

double reproducible_exp(double x) {
  if (!(x > -700)) return 0;
  const double times = std::floor(x * std::numbers::log2e + 0.5);
  const double rest = (x - times * kLn2High) - times * kLn2Low;
  double sum = 0;
  for (std::size_t i = kOneOverFactorial.size(); i-- > 0;) sum = sum * rest + kOneOverFactorial[i];
  const auto exponent = static_cast<std::int64_t>(times) + 1023;
  return sum * std::bit_cast<double>(exponent << 52);
}

double reproducible_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);  // exact
  if (mantissa < std::numbers::sqrt2 / 2) {
    mantissa *= 2;
    --exponent;
  }
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double sum = 0;
  for (int odd = 23; odd >= 3; odd -= 2) sum = (sum + 1.0 / odd) * square;
  const double times = exponent;
  return times * kLn2High + (2 * s + (2 * s * sum + times * kLn2Low));
}

double reproducible_atan(double x) {
  if (x < 0) return -reproducible_atan(-x);
  if (x > 1) return std::numbers::pi / 2 - reproducible_atan(1 / x);
  // Twice half the angle, three times: what is left is at most pi / 32.
  for (int half = 0; half < 3; ++half) x /= 1 + std::sqrt(1 + x * x);
  const double square = x * x;
  double sum = 0;
  for (int odd = 19; odd >= 3; odd -= 2) sum = (1.0 / odd - sum) * square;
  return 8 * (x - x * sum);
}

double chance_below(double t, int degrees) {
  if (std::abs(t) > kFar) return t > 0 ? 1 : 0;
  const double n = degrees;
  const double hypotenuse = n + t * t;
  const double sine = t / std::sqrt(hypotenuse);
  const double cosine_square = n / hypotenuse;
  const bool odd = degrees % 2 == 1;
  double term = odd ? std::sqrt(cosine_square) : 1;
  double sum = degrees == 1 ? 0 : term;
  for (int k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= cosine_square * ((k - 1) / static_cast<double>(k));
    sum += term;
  }
  const double inside =
      odd ? 2 / std::numbers::pi * (reproducible_atan(t / std::sqrt(n)) + sine * sum) : sine * sum;
  return std::clamp((1 + inside) / 2, 0.0, 1.0);  // rounding may step over
}

double t_below_which(double chance, int degrees) {
  if (chance < 0.5) return -t_below_which(1 - chance, degrees);
  double low = 0;
  double high = 1000;  // beyond .999 with one degree of freedom, the widest
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    (chance_below(middle, degrees) < chance ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace ttsoak::trend
