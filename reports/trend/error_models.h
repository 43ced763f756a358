#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ttsoak::trend {

// How the errors of neighbouring points hang together: a mixture of an AR(1) process and white
// noise. The correlation of two points d apart in one lifetime is (1 - white) * rho^d; errors of
// different lifetimes are independent.
struct ErrorModel {
  double rho = 0;
  double white = 0;
  double log_prior = 0;  // every rho weighs the same, however many `white` it comes with
};

// 38 models from white noise (the first) to rho = .985. A rho of .996 was tried and changed
// nothing.
const std::vector<ErrorModel>& error_models();

// Turns columns of a regression into ones whose errors are white with the same variance for every
// point: multiplication by the inverse Cholesky factor of the error covariance, whose determinant
// is scaled to 1 so that models can be compared.
//
// Done as a Kalman filter (the whitened values are its normed innovations), which gives the same
// numbers as the factorization at cost n instead of n^3.
class Whitener {
 public:
  // `begin`: where each lifetime starts, and at the end the number of points. It must outlive this.
  Whitener(const ErrorModel& model, std::span<const std::size_t> begin);

  [[nodiscard]] std::vector<double> apply(std::span<const double> column) const;

 private:
  double rho_;
  std::span<const std::size_t> begin_;
  std::vector<double> gain_;    // by position within a lifetime
  std::vector<double> weight_;  // 1 / standard deviation of the innovation, scaled
};

}  // namespace ttsoak::trend
