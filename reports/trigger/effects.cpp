#include "reports/trigger/effects.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "reports/trend/student_t.h"

namespace ttsoak {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kAlphaOfOneBlock = 0.005;  // of what a second block did not confirm
constexpr std::size_t kFewestTroughs = 3;

// Below these figures growth is a matter of taste, or of a page here and there.
struct Grain {
  double least_sd_bytes;        // of a trough
  double least_bytes_per_unit;  // that counts as growth
};
constexpr Grain kGrains[] = {{16384, 512}, {256, 64}};  // by TriggerSeries

// The straight line through the troughs of one block.
struct Line {
  const DiagnosisTrough* first = nullptr;
  double slope = 0;   // bytes a cycle
  double spread = 0;  // sum of squared distances of the cycles from their mean
  double square_sum = 0;
  double degrees = 0;
  double units = 0;  // a cycle
  double requests = 0, errors = 0;
};

double bytes_of(const DiagnosisTrough& trough, TriggerSeries series) {
  return static_cast<double>(series == TriggerSeries::rss ? trough.rss_bytes : trough.live_bytes);
}

Line fit(const std::vector<const DiagnosisTrough*>& block, TriggerSeries series) {
  Line line{.first = block.front()};
  const auto n = static_cast<double>(block.size());
  double x_mean = 0, y_mean = 0;
  for (const DiagnosisTrough* trough : block) {
    x_mean += trough->cycle / n;
    y_mean += bytes_of(*trough, series) / n;
    line.units += trough->units / n;
    line.requests += static_cast<double>(trough->requests);
    line.errors += static_cast<double>(trough->errors);
  }
  for (const DiagnosisTrough* trough : block) {
    line.spread += (trough->cycle - x_mean) * (trough->cycle - x_mean);
    line.slope += (trough->cycle - x_mean) * (bytes_of(*trough, series) - y_mean);
  }
  line.slope /= line.spread;
  for (const DiagnosisTrough* trough : block) {
    const double residual =
        bytes_of(*trough, series) - y_mean - line.slope * (trough->cycle - x_mean);
    line.square_sum += residual * residual;
  }
  line.degrees = n - 2;
  return line;
}

std::vector<Line> lines_of(TriggerSeries series, const std::vector<DiagnosisTrough>& troughs) {
  std::vector<Line> lines;
  std::vector<const DiagnosisTrough*> block;
  const auto close = [&] {
    if (block.size() >= kFewestTroughs && block.front()->dimension != Dimension::as_configured) {
      lines.push_back(fit(block, series));
    }
    block.clear();
  };
  for (const DiagnosisTrough& trough : troughs) {
    if (!block.empty() && block.front()->block != trough.block) close();
    block.push_back(&trough);
  }
  if (!block.empty()) close();
  return lines;
}

// Of a chi-square variable over its degrees of freedom (Wilson and Hilferty 1931).
double median_of_chi_square(double degrees) {
  const double third = 1 - 2 / (9 * degrees);
  return third * third * third;
}

// What the median of variances is worth, beside their mean.
constexpr double kMedianEfficiency = 0.4;

// The growth of all blocks of one dimension and value, in bytes a cycle, with its variance.
struct Growth {
  double slope = 0;
  double variance = 0;
};

class Estimates {
 public:
  Estimates(std::vector<Line> lines, const Grain& grain) : lines_(std::move(lines)), grain_(grain) {
    // By the median: one block in which something happened must not hide what others show.
    std::vector<double> variances;
    for (const Line& line : lines_) {
      if (line.degrees <= 0) continue;
      variances.push_back(line.square_sum / line.degrees / median_of_chi_square(line.degrees));
      degrees_ += line.degrees * kMedianEfficiency;
    }
    if (variances.empty()) return;
    const auto middle = variances.begin() + static_cast<std::ptrdiff_t>(variances.size() / 2);
    std::nth_element(variances.begin(), middle, variances.end());
    pooled_variance_ = *middle;
  }

  [[nodiscard]] double degrees() const { return degrees_; }
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

  [[nodiscard]] Growth growth_of(const Line& line) const {
    const double own = line.degrees > 0 ? line.square_sum / line.degrees : 0;
    const double floor = grain_.least_sd_bytes * grain_.least_sd_bytes;
    return {line.slope, std::max({own, pooled_variance_, floor}) / line.spread};
  }

  // Each block by the precision of its slope. Nothing without such blocks.
  [[nodiscard]] std::optional<Growth> growth_of(Dimension dimension,
                                                const std::string& value) const {
    double weight = 0, sum = 0;
    for (const Line& line : lines_) {
      if (line.first->dimension != dimension || line.first->value != value) continue;
      const Growth one = growth_of(line);
      weight += 1 / one.variance;
      sum += one.slope / one.variance;
    }
    if (weight == 0) return std::nullopt;
    return Growth{sum / weight, 1 / weight};
  }

  // Of the reference of `dimension`, or of plain traffic where that was not tried. One that
  // shrinks, as memory of the traffic before it goes back, is no reason to call what stays level
  // growth.
  [[nodiscard]] Growth reference_growth(Dimension dimension) const {
    if (dimension == Dimension::plain || dimension == Dimension::idle) return {};
    auto growth = growth_of(reference_of(dimension), "");
    if (!growth) growth = growth_of(Dimension::plain, "");
    if (!growth) return {};
    return {std::max(0.0, growth->slope), growth->variance};
  }

 private:
  std::vector<Line> lines_;
  Grain grain_;
  double degrees_ = 0;
  double pooled_variance_ = 0;
};

double margin_of(const Growth& growth, const Growth& reference, double t) {
  return t * std::sqrt(growth.variance + reference.variance);
}

// Whether the newest block, taken alone, has grown more than its reference.
bool newest_agrees(const Estimates& estimates, const Line& newest, const Growth& reference) {
  const Growth alone = estimates.growth_of(newest);
  const double t = trend::student_t_quantile(1 - kAlpha, estimates.degrees());
  return alone.slope - reference.slope > margin_of(alone, reference, t);
}

// Quantiles of Student's t, of which one holds for all effects together.
struct Certainty {
  double t = 0;
  double t_of_one_block = 0;
};

TrafficEffect effect_of(const Estimates& estimates, const Line& line, const Certainty& certainty,
                        TriggerSeries series, const Grain& grain) {
  TrafficEffect effect;
  effect.dimension = line.first->dimension;
  effect.value = line.first->value;
  effect.series = series;
  Growth growth = *estimates.growth_of(effect.dimension, effect.value);
  const Growth reference = estimates.reference_growth(effect.dimension);
  const Line* newest = &line;
  double requests = 0, errors = 0;
  for (const Line& other : estimates.lines()) {
    if (other.first->dimension != effect.dimension || other.first->value != effect.value) continue;
    ++effect.blocks;
    requests += other.requests;
    errors += other.errors;
    newest = &other;
  }
  effect.error_share = requests > 0 ? errors / requests : 0;
  effect.units_per_cycle = line.units;
  const double units = line.units > 0 ? line.units : 1;
  const auto counts = [&](const Growth& one, double t) {
    const double more = one.slope - reference.slope;
    return more > margin_of(one, reference, t) && more / units >= grain.least_bytes_per_unit;
  };
  effect.grows = counts(growth, certainty.t) &&
                 (effect.blocks == 1 || newest_agrees(estimates, *newest, reference));
  if (const Growth first = estimates.growth_of(line);
      !effect.grows && newest != &line && counts(first, certainty.t_of_one_block)) {
    effect.grew_at_first = true;
    growth = first;
  }
  const double difference = growth.slope - reference.slope;
  const double margin = margin_of(growth, reference, certainty.t);
  effect.bytes_per_unit = difference / units;
  effect.low = (difference - margin) / units;
  effect.high = (difference + margin) / units;
  effect.is_spared = effect.high < 0 && -difference > reference.slope / 2;
  return effect;
}

}  // namespace

Dimension reference_of(Dimension dimension) {
  if (dimension == Dimension::new_lengths) return Dimension::fresh_texts;
  if (dimension == Dimension::new_voice_mixes) return Dimension::voices;
  return Dimension::plain;
}

std::vector<TrafficEffect> effects_in(TriggerSeries series,
                                      const std::vector<DiagnosisTrough>& troughs) {
  const Grain& grain = kGrains[static_cast<std::size_t>(series)];
  const bool is_known = std::all_of(troughs.begin(), troughs.end(), [&](const auto& trough) {
    return bytes_of(trough, series) >= 0;
  });
  std::vector<TrafficEffect> effects;
  if (!is_known) return effects;
  const Estimates estimates(lines_of(series, troughs), grain);
  if (estimates.degrees() <= 0) return effects;
  std::vector<const Line*> firsts;
  for (const Line& line : estimates.lines()) {
    const bool is_new = std::none_of(firsts.begin(), firsts.end(), [&](const Line* first) {
      return first->first->dimension == line.first->dimension &&
             first->first->value == line.first->value;
    });
    if (is_new) firsts.push_back(&line);
  }
  const auto quantile = [&](double alpha) {
    return trend::student_t_quantile(1 - alpha / 2 / static_cast<double>(firsts.size()),
                                     estimates.degrees());
  };
  const Certainty certainty{quantile(kAlpha), quantile(kAlphaOfOneBlock)};
  for (const Line* line : firsts) {
    effects.push_back(effect_of(estimates, *line, certainty, series, grain));
  }
  return effects;
}

}  // namespace ttsoak
