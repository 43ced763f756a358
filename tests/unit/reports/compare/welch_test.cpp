#include "reports/compare/welch.h"

#include <gtest/gtest.h>

#include <array>

namespace ttsoak {
namespace {

// Reference: the textbook formulas, and the t distribution by numerical integration, in Python.
TEST(Welch, AgreesWithAnotherImplementation) {
  const std::array a = {27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6};
  const std::array b = {27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1};
  const MeanDifference difference = welch(a, b);

  EXPECT_NEAR(difference.difference, 2.2333333333, 1e-9);
  EXPECT_NEAR(difference.degrees, 18.93784260, 1e-6);
  EXPECT_NEAR(bound(difference, 0.025), -0.00417783, 1e-6);
  EXPECT_NEAR(bound(difference, 0.975), 4.47084450, 1e-6);
}

TEST(Welch, OneValueOnASideTellsNoScatter) {
  const std::array one = {1.0};
  const std::array two = {1.0, 2.0};

  EXPECT_EQ(welch(one, two).degrees, 0);
  EXPECT_EQ(welch(two, one).degrees, 0);
  EXPECT_EQ(welch(one, two).difference, 0.5);
}

TEST(Welch, WithoutScatterTheIntervalIsAPoint) {
  const std::array a = {5.0, 5.0};
  const std::array b = {7.0, 7.0, 7.0};
  const MeanDifference difference = welch(a, b);

  EXPECT_EQ(bound(difference, 0.001), 2);
  EXPECT_EQ(bound(difference, 0.999), 2);
}

}  // namespace
}  // namespace ttsoak
