#include "reports/trend/error_models.h"

#include <cmath>

#include "gmock/gmock.h"

namespace ttsoak::trend {
namespace {

using Matrix = std::vector<std::vector<double>>;

// The covariance as the header defines it.
Matrix covariance(const ErrorModel& model, const std::vector<std::size_t>& begin) {
  const std::size_t n = begin.back();
  Matrix v(n, std::vector<double>(n, 0));
  for (std::size_t life = 0; life + 1 < begin.size(); ++life) {
    for (std::size_t i = begin[life]; i < begin[life + 1]; ++i) {
      for (std::size_t j = begin[life]; j < begin[life + 1]; ++j) {
        const double distance = std::abs(static_cast<double>(i) - static_cast<double>(j));
        v[i][j] = i == j ? 1 : (1 - model.white) * std::pow(model.rho, distance);
      }
    }
  }
  return v;
}

TEST(ErrorModels, EveryRhoWeighsTheSame) {
  double weight = 0;
  for (const ErrorModel& model : error_models()) weight += std::exp(model.log_prior);

  EXPECT_NEAR(weight, 11, 1e-12);
  EXPECT_EQ(error_models().front().rho, 0);
  EXPECT_EQ(error_models().size(), 38u);
}

// Whitening W is right if W V W' is a multiple of the identity, and scaled right if det W is 1.
TEST(Whitener, TurnsEachModelsCovarianceIntoWhiteNoiseOfDeterminantOne) {
  const std::vector<std::size_t> begin = {0, 7, 9, 20};
  for (const ErrorModel& model : error_models()) {
    const Whitener whitener(model, begin);
    const Matrix v = covariance(model, begin);
    Matrix half;  // row i: W times column i of V, that is row i of V W'
    double log_determinant = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      half.push_back(whitener.apply(v[i]));
      std::vector<double> unit(20, 0);
      unit[i] = 1;
      log_determinant += std::log(whitener.apply(unit)[i]);  // W is triangular
    }
    EXPECT_NEAR(log_determinant, 0, 1e-10);
    const double variance = [&] {
      std::vector<double> column(20);
      for (std::size_t i = 0; i < 20; ++i) column[i] = half[i][0];
      return whitener.apply(column)[0];
    }();
    for (std::size_t j = 0; j < 20; ++j) {
      std::vector<double> column(20);
      for (std::size_t i = 0; i < 20; ++i) column[i] = half[i][j];
      const std::vector<double> white = whitener.apply(column);
      for (std::size_t i = 0; i < 20; ++i)
        EXPECT_NEAR(white[i], i == j ? variance : 0, 1e-9) << model.rho << " " << model.white;
    }
  }
}

}  // namespace
}  // namespace ttsoak::trend
