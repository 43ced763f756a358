#pragma once

#include <cstddef>
#include <vector>

namespace ttsoak {

// Which of many hypotheses to reject so that, on average, at most `rate` of those rejected are
// true: Benjamini and Hochberg (1995), JRSS B 57(1), 289-300. Returned are indices into
// `p_values`, ascending.
//
// `tests` is how many hypotheses there are, at least p_values.size(): those left out count as
// tests that found nothing, so choosing the promising ones first buys no significance.
std::vector<std::size_t> false_discovery_rejections(const std::vector<double>& p_values,
                                                    std::size_t tests, double rate);

}  // namespace ttsoak
