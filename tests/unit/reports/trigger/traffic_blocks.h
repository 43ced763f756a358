#pragma once

#include <random>
#include <string>
#include <vector>

#include "probes/values/diagnosis_trough.h"

namespace ttsoak {

// The troughs of a diagnosis that is made up block by block, with normal noise on each.
class TrafficBlocks {
 public:
  explicit TrafficBlocks(double noise_bytes, unsigned seed = 1)
      : random_(seed), noise_(0, noise_bytes) {}

  // `jump_bytes` once, in the first cycle: what the change of traffic itself costs.
  void add(Dimension dimension, double bytes_per_cycle, double units = 25,
           const std::string& value = "", int cycles = 3, double jump_bytes = 0) {
    rss_ += jump_bytes;
    for (int cycle = 1; cycle <= cycles; ++cycle) {
      rss_ += bytes_per_cycle;
      const double seen = rss_ + (noise_.stddev() > 0 ? noise_(random_) : 0);
      troughs_.push_back({block_, dimension, value, cycle, units, 25, 0,
                          static_cast<std::int64_t>(seen), -1, RunTime(troughs_.size())});
    }
    ++block_;
  }

  // Kinds of traffic that a diagnosis has besides and that change nothing: what noise there is
  // follows from all blocks.
  void add_others(double bytes_per_cycle) {
    for (const Dimension one : {Dimension::varied_texts, Dimension::concurrent,
                                Dimension::streaming, Dimension::aborted, Dimension::fresh_texts}) {
      add(one, bytes_per_cycle, 25, "other");
    }
  }

  [[nodiscard]] std::vector<DiagnosisTrough>& troughs() { return troughs_; }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> noise_;
  double rss_ = 300e6;
  int block_ = 0;
  std::vector<DiagnosisTrough> troughs_;
};

// A diagnosis of usual length in which nothing grows but what `growing` says, bytes a cycle.
inline TrafficBlocks usual_blocks(double noise_bytes, unsigned seed, Dimension growing,
                                  double bytes_per_cycle) {
  TrafficBlocks blocks(noise_bytes, seed);
  const auto rate = [&](Dimension one) { return one == growing ? bytes_per_cycle : 0; };
  blocks.add(Dimension::as_configured, bytes_per_cycle, 25, "", 4);
  for (const Dimension one :
       {Dimension::plain, Dimension::aborted, Dimension::erroneous, Dimension::varied_texts,
        Dimension::fresh_texts, Dimension::new_lengths, Dimension::voices, Dimension::formats,
        Dimension::concurrent, Dimension::idle}) {
    blocks.add(one, rate(one));
  }
  return blocks;
}

}  // namespace ttsoak
