#pragma once

#include <string>
#include <vector>

#include "reports/trigger/effects.h"

namespace ttsoak {

// Which kind of traffic makes the target grow: what the troughs of a diagnosis amount to.
struct Trigger {
  // One for each dimension and value that was tried, in the order of time, in the series that tells
  // more of it. Empty: no diagnosis was made.
  std::vector<TrafficEffect> effects;
  // "It grows by 67 KiB for every aborted request [61 KiB, 73 KiB]; nothing else that was tried
  // makes it grow."
  std::string sentence;
};

Trigger find_trigger(const std::vector<DiagnosisTrough>& troughs);

// Of `effects`, those that say what makes it grow, the largest a cycle first. Where some of
// the single values of a dimension grow and some do not, they stand for the dimension; texts of new
// lengths and fresh ones explain texts that are merely varied.
std::vector<TrafficEffect> triggers_among(const std::vector<TrafficEffect>& effects);

// What there is one of for each unit of a dimension, for people: "aborted request", "request for
// format pcm".
std::string subject_of(const TrafficEffect& effect);

}  // namespace ttsoak
