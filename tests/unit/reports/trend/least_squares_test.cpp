#include "reports/trend/least_squares.h"

#include <cmath>

#include "gmock/gmock.h"

namespace ttsoak::trend {
namespace {

Window window_of(std::vector<double> x, std::vector<double> y, std::vector<std::size_t> begin) {
  Window window;
  window.age = x;
  window.x = std::move(x);
  window.y = std::move(y);
  window.begin = std::move(begin);
  return window;
}

// Longley-style check by hand: x = 1..5, y = 2, 1, 4, 3, 5: slope .8, residual square sum 3.6.
TEST(LeastSquares, WhiteNoiseGivesTheOrdinaryRegressionOfTheTextbook) {
  const Window window = window_of({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}, {0, 5});
  const Fit fit = LeastSquares(window, error_models().front()).line();

  EXPECT_NEAR(fit.slope, 0.8, 1e-12);
  EXPECT_NEAR(fit.square_sum, 3.6, 1e-12);
  EXPECT_NEAR(fit.slope_variance, 0.1, 1e-12);              // 1 / sum of (x - mean)^2
  EXPECT_NEAR(fit.log_determinant, std::log(50.0), 1e-12);  // 5 * 55 - 15 * 15
}

TEST(LeastSquares, FindsLevelsSlopeAndBendUnderEveryErrorModel) {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> shape;
  for (int i = 0; i < 24; ++i) {
    x.push_back(i);
    shape.push_back(std::exp(-i % 12 / 4.0));
    y.push_back((i < 12 ? 7 : -100) + 0.5 * i + 3 * shape.back());
  }
  const Window window = window_of(x, y, {0, 12, 24});
  for (const ErrorModel& model : error_models()) {
    const LeastSquares fits(window, model);
    const Fit fit = fits.with(shape);

    EXPECT_NEAR(fit.slope, 0.5, 1e-9);
    EXPECT_NEAR(fit.bend, 3, 1e-9);
    EXPECT_NEAR(fit.square_sum, 0, 1e-12);
    EXPECT_NEAR(fits.curve(fit, shape).value[20], y[20], 1e-9);
  }
}

TEST(LeastSquares, AShapeThatIsALineHasNoBend) {
  const Window window = window_of({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}, {0, 5});
  const Fit fit =
      LeastSquares(window, error_models().front()).with(std::vector<double>{2, 4, 6, 8, 10});

  EXPECT_EQ(fit.bend_variance, 0);
  EXPECT_NEAR(fit.slope, 0.8, 1e-12);
}

}  // namespace
}  // namespace ttsoak::trend
