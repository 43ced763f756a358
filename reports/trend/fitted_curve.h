#pragma once

#include "reports/trend/judgement.h"
#include "reports/trend/trend_points.h"

namespace ttsoak::trend {

// Fills in fit_requests, fit_bytes, fit_lower_bytes and fit_upper_bytes: the posterior mean of what
// was fitted at each point of the window, with its pointwise 95 % band (of the fit, not of troughs
// to come). The band takes the mixture for one t distribution with the same mean and variance.
void draw_fit(Growth& growth, const TrendPoints& points, const Judgement& judgement);

}  // namespace ttsoak::trend
