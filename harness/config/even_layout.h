#pragma once

#include <cstddef>
#include <vector>

namespace ttsoak {

// Which of `weights.size()` things stands in each of `slots` places: as evenly as can be, so that
// after any number of places the share of each is near its weight's. The same on every machine.
//
// Weights are not negative, and one of them at least is above zero. Every thing of some weight gets
// a place, the heaviest first, as far as there are places.
std::vector<std::size_t> lay_out_evenly(const std::vector<double>& weights, std::size_t slots);

}  // namespace ttsoak
