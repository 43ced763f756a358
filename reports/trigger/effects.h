#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/values/diagnosis_trough.h"

namespace ttsoak {

// By what growth was told.
enum class TriggerSeries {
  rss,
  live_heap,  // exact, and so far less noisy; but blind to what an allocator retains
};

// What one dimension of the traffic adds to the growth, beyond what its reference makes grow, if
// anything (see reference_of()). Of all blocks of this dimension and value together.
struct TrafficEffect {
  Dimension dimension = Dimension::plain;
  std::string value;  // as DiagnosisTrough::value
  int blocks = 0;
  double units_per_cycle = 0;
  double bytes_per_unit = 0;
  // The 95 % interval, which holds for all effects of a diagnosis at once (Bonferroni).
  double low = 0, high = 0;
  TriggerSeries series = TriggerSeries::rss;
  // The interval is above zero, and by more than a trifle; where there is more than one block, the
  // newest says so alone, too.
  bool grows = false;
  // The first block says so alone, the newest one does not: something filled up, or finds room now.
  // The figures are then those of the first block.
  bool grew_at_first = false;
  // So much less than the reference that this dimension is spared most of its growth.
  bool is_spared = false;
  double error_share = 0;  // of its requests, 0..1
};

// What a block of `dimension` differs from in one thing: fresh texts for new lengths (a new length
// is a new text), the run's voices for new mixes, nothing (`plain` itself) for plain and idle.
Dimension reference_of(Dimension dimension);

// The effect of each dimension and value in one series, in the order of time; as_configured is
// left out. Blocks of fewer than 3 troughs are too short, and left out.
//
// A block's growth is the slope of its troughs by least squares. The first trough is taken after a
// cycle of the block's own traffic, so that what a change of traffic costs once is in none. The
// variance of a trough is that of the residuals of all blocks, by the median, or the block's own
// where that is larger, and not below what one page more or less in many places makes.
std::vector<TrafficEffect> effects_in(TriggerSeries series,
                                      const std::vector<DiagnosisTrough>& troughs);

}  // namespace ttsoak
