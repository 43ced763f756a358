#include "reports/trend/error_models.h"

#include <algorithm>
#include <cmath>

#include "reports/trend/reproducible_math.h"

namespace ttsoak::trend {
namespace {

std::vector<ErrorModel> make_models() {
  std::vector<ErrorModel> models;
  for (const double rho : {0.0, .15, .3, .45, .6, .7, .8, .87, .93, .965, .985}) {
    // White noise on top of a weak correlation looks like a still weaker one.
    if (rho < .3) {
      models.push_back({rho, 0, 0});
    } else {
      for (const double white : {0.0, .3, .6, .85})
        models.push_back({rho, white, -reproducible_log(4.0)});
    }
  }
  return models;
}

}  // namespace

const std::vector<ErrorModel>& error_models() {
  static const std::vector<ErrorModel> models = make_models();
  return models;
}

Whitener::Whitener(const ErrorModel& model, std::span<const std::size_t> begin)
    : rho_(model.rho), begin_(begin) {
  std::size_t longest = 0;
  for (std::size_t life = 0; life + 1 < begin.size(); ++life)
    longest = std::max(longest, begin[life + 1] - begin[life]);

  // Variance of what is known of the AR(1) part before a point is seen.
  double predicted = 1 - model.white;
  std::vector<double> log_determinant{0};  // of the first 0, 1, 2, ... points of a lifetime
  for (std::size_t i = 0; i < longest; ++i) {
    const double innovation = predicted + model.white;
    const double gain = predicted / innovation;
    gain_.push_back(gain);
    weight_.push_back(1 / std::sqrt(innovation));
    log_determinant.push_back(log_determinant.back() + reproducible_log(innovation));
    predicted = rho_ * rho_ * predicted * (1 - gain) + (1 - model.white) * (1 - rho_ * rho_);
  }
  double sum = 0;
  for (std::size_t life = 0; life + 1 < begin.size(); ++life)
    sum += log_determinant[begin[life + 1] - begin[life]];
  const double scale = reproducible_exp(sum / 2 / static_cast<double>(begin.back()));
  for (double& weight : weight_) weight *= scale;
}

std::vector<double> Whitener::apply(std::span<const double> column) const {
  std::vector<double> whitened(column.size());
  for (std::size_t life = 0; life + 1 < begin_.size(); ++life) {
    double expected = 0;
    for (std::size_t i = begin_[life]; i < begin_[life + 1]; ++i) {
      const std::size_t position = i - begin_[life];
      const double surprise = column[i] - expected;
      whitened[i] = surprise * weight_[position];
      expected = rho_ * (expected + gain_[position] * surprise);
    }
  }
  return whitened;
}

}  // namespace ttsoak::trend
