#include "harness/config/even_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "probes/base/result.h"

namespace ttsoak {
namespace {

// Places for each: its share rounded down, one at least; then what is missing goes to whoever is
// furthest below its share, and what is too much is taken from whoever is furthest above it, those
// with a single place last.
std::vector<double> places_of(const std::vector<double>& weights, std::size_t slots) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!(sum > 0)) abort_with("a layout of things without weight");
  std::vector<double> shares;
  std::vector<double> places;
  for (const double weight : weights) {
    shares.push_back(weight / sum * static_cast<double>(slots));
    places.push_back(weight > 0 ? std::max(1.0, std::floor(shares.back())) : 0);
  }
  // The thing with the highest `rank`, a pair of numbers.
  const auto first_by = [&](auto rank) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < weights.size(); ++i) {
      if (rank(i) > rank(best)) best = i;
    }
    return best;
  };
  std::int64_t left =
      std::llround(static_cast<double>(slots) - std::accumulate(places.begin(), places.end(), 0.0));
  for (; left > 0; --left) {
    ++places[first_by([&](std::size_t i) {
      return std::pair(weights[i] > 0 ? 1.0 : 0.0, shares[i] - places[i]);
    })];
  }
  for (; left < 0; ++left) {
    --places[first_by(
        [&](std::size_t i) { return std::pair(std::min(places[i], 2.0), places[i] - shares[i]); })];
  }
  return places;
}

}  // namespace

std::vector<std::size_t> lay_out_evenly(const std::vector<double>& weights, std::size_t slots) {
  const std::vector<double> places = places_of(weights, slots);
  std::vector<double> given(weights.size());
  std::vector<std::size_t> layout;
  layout.reserve(slots);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const double reached = static_cast<double>(slot + 1) / static_cast<double>(slots);
    std::size_t next = 0;
    for (std::size_t i = 1; i < weights.size(); ++i) {
      if (places[i] * reached - given[i] > places[next] * reached - given[next]) next = i;
    }
    ++given[next];
    layout.push_back(next);
  }
  return layout;
}

}  // namespace ttsoak
