#include "reports/trend/student_t.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace ttsoak::trend {
namespace {

// Boost computes in long double unless told not to, at three times the cost; and it may not throw,
// since far tails are ordinary here.
namespace policies = boost::math::policies;
using Policy = policies::policy<policies::promote_double<false>,
                                policies::overflow_error<policies::ignore_error>,
                                policies::evaluation_error<policies::ignore_error>>;
using Distribution = boost::math::students_t_distribution<double, Policy>;

// Beyond this the tail is 0 for every purpose here, and its square would overflow soon.
constexpr double kFar = 1e100;

}  // namespace

double student_t_below(double t, double degrees) {
  if (std::abs(t) > kFar) return t > 0 ? 1 : 0;
  return boost::math::cdf(Distribution(degrees), t);
}

double student_t_quantile(double chance, double degrees) {
  return boost::math::quantile(Distribution(degrees), chance);
}

}  // namespace ttsoak::trend
