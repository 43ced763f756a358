#include "reports/trend/reproducible_math.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "reports/trend/student_t.h"

namespace ttsoak::trend {
namespace {

using testing::DoubleEq;  // within 4 units in the last place

TEST(ReproducibleMath, IsThatOfTheLibraryToFourUnitsInTheLastPlace) {
  for (double x = -690; x < 690; x += 0.37) ASSERT_THAT(reproducible_exp(x), DoubleEq(std::exp(x)));
  for (double x = 1e-30; x < 1e30; x *= 1.7)
    ASSERT_THAT(reproducible_log(x), DoubleEq(std::log(x)));
  for (double x = 0.5; x < 1.5; x += 0.001)
    ASSERT_NEAR(reproducible_log(x), std::log(x), 4e-16) << x;
  for (double x = -30; x < 30; x += 0.0137)
    ASSERT_THAT(reproducible_atan(x), DoubleEq(std::atan(x))) << x;
}

TEST(ReproducibleMath, ExpOfWhatIsFarBelowIsZero) {
  EXPECT_EQ(reproducible_exp(-1e9), 0);
  EXPECT_EQ(reproducible_exp(-std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(reproducible_exp(0), 1);
}

TEST(ReproducibleMath, ChanceBelowIsTheDistributionFunctionOfStudentsT) {
  for (const int degrees : {1, 2, 3, 4, 5, 17, 36, 37, 158, 311}) {
    for (double t = -9; t < 9; t += 0.31) {
      ASSERT_NEAR(chance_below(t, degrees), student_t_below(t, degrees), 1e-13)
          << t << " with " << degrees;
    }
  }
  EXPECT_EQ(chance_below(-std::numeric_limits<double>::infinity(), 7), 0);
  EXPECT_EQ(chance_below(1e200, 7), 1);
  EXPECT_EQ(chance_below(0, 8), 0.5);
}

TEST(ReproducibleMath, QuantilesAreTheInverse) {
  for (const int degrees : {1, 2, 9, 150}) {
    for (const double chance : {0.001, 0.025, 0.5, 0.975, 0.999}) {
      EXPECT_NEAR(chance_below(t_below_which(chance, degrees), degrees), chance, 1e-10);
    }
  }
}

}  // namespace
}  // namespace ttsoak::trend
