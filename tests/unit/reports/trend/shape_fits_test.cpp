#include "reports/trend/shape_fits.h"

#include "gmock/gmock.h"
#include "reports/calibration/traces.h"

namespace ttsoak::trend {
namespace {

// Two lifetimes, so that levels are taken out one by one.
Window some_window(Dice& dice) {
  Window window;
  window.begin = {0, 13, 30};
  for (int i = 0; i < 30; ++i) {
    window.x.push_back((i + 1) / 30.0);
    window.age.push_back((i < 13 ? i + 1 : i - 12) / 30.0);
    window.y.push_back(dice.normal(1) + 0.1 * i);
  }
  return window;
}

std::vector<Shape> some_shapes(const Window& window) {
  std::vector<Shape> shapes(3);
  for (std::size_t i = 0; i < window.size(); ++i) {
    shapes[0].column.push_back(window.x[i] * window.x[i]);
    shapes[1].column.push_back(1 / (1 + window.age[i]));
    shapes[2].column.push_back(2);  // cannot be told from the levels
  }
  return shapes;
}

TEST(ShapeFits, AreThoseOfLeastSquaresOneByOne) {
  Dice dice(3);
  const Window window = some_window(dice);
  const std::vector<Shape> shapes = some_shapes(window);
  for (const ErrorModel& model : error_models()) {
    const LeastSquares one(window, model);
    const ShapeFits::Fits fits = ShapeFits(window, model, shapes).fit(window.y);

    EXPECT_NEAR(fits.line.slope, one.line().slope, 1e-9);
    EXPECT_NEAR(fits.line.square_sum, one.line().square_sum, 1e-9);
    for (std::size_t s = 0; s < 2; ++s) {
      const Fit expected = one.with(shapes[s].column);
      const Fit& fit = fits.bent[s];
      const double scale = 1e-9 * std::max(1.0, std::abs(expected.bend));
      EXPECT_NEAR(fit.bend, expected.bend, scale);
      EXPECT_NEAR(fit.slope, expected.slope, scale);
      EXPECT_NEAR(fit.square_sum, expected.square_sum, 1e-8);
      EXPECT_NEAR(fit.log_determinant, expected.log_determinant, 1e-8);
      EXPECT_NEAR(fit.rate_variance(0.5), expected.rate_variance(0.5), 1e-8 * fit.bend_variance);
    }
  }
}

TEST(ShapeFits, AShapeLikeTheLevelsHasNoBend) {
  Dice dice(4);
  const Window window = some_window(dice);
  const ShapeFits fits(window, error_models().front(), some_shapes(window));

  EXPECT_EQ(fits.fit(window.y).bent[2].bend_variance, 0);
  EXPECT_EQ(fits.fit(window.y).bent[2].bend, 0);
}

// Where a shape explains almost all, the difference of two square sums would have no digits.
TEST(ShapeFits, AShapeThatExplainsEverythingLeavesNextToNothingAndNothingNegative) {
  Dice dice(5);
  Window window = some_window(dice);
  for (std::size_t i = 0; i < window.size(); ++i) window.y[i] = 3 + window.x[i] * window.x[i];
  const ShapeFits::Fits fits =
      ShapeFits(window, error_models().front(), some_shapes(window)).fit(window.y);

  EXPECT_GE(fits.bent[0].square_sum, 0);
  EXPECT_LT(fits.bent[0].square_sum, 1e-26);
}

}  // namespace
}  // namespace ttsoak::trend
