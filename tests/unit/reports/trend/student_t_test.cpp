#include "reports/trend/student_t.h"

#include <limits>

#include "gmock/gmock.h"

namespace ttsoak::trend {
namespace {

TEST(StudentT, AgreesWithPrintedTables) {
  EXPECT_NEAR(student_t_quantile(0.975, 10), 2.228, 5e-4);
  EXPECT_NEAR(student_t_quantile(0.95, 30), 1.697, 5e-4);
  EXPECT_NEAR(student_t_below(-2.764, 10), 0.01, 1e-5);
}

TEST(StudentT, IsZeroOrOneFarOutAndHalfInTheMiddle) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(student_t_below(-kInfinity, 5), 0);
  EXPECT_EQ(student_t_below(kInfinity, 5), 1);
  EXPECT_EQ(student_t_below(1e200, 5), 1);
  EXPECT_EQ(student_t_below(0, 5), 0.5);
}

}  // namespace
}  // namespace ttsoak::trend
