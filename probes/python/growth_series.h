#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ttsoak {

// One length over the troughs of a run, and whether it grows as something does that is never
// emptied. Rules, on the differences d between the last 24 looks at most:
//   no  any d < 0 among the last 8, or fewer than 3 of them
//   yes the last 4 (3, where there are no more) all > 0
//   yes at least 5, three quarters of them > 0, both halves grew, and one of the last 3 > 0
//   yes the last three blocks of two, or of three, each grew
// A table that fills looks the same until it stops. Ten intervals make a verdict, four a hint.
class GrowthSeries {
 public:
  GrowthSeries(int cycle, std::int64_t value);

  void add(int cycle, std::int64_t value);
  // The same value, `times` times.
  void add_unchanged(int cycle, int times);

  [[nodiscard]] bool grows() const;

  [[nodiscard]] int first_cycle() const { return first_cycle_; }
  [[nodiscard]] int last_cycle() const { return last_cycle_; }
  [[nodiscard]] int looks() const { return looks_; }
  [[nodiscard]] int grew() const { return grew_; }  // intervals
  [[nodiscard]] std::int64_t first() const { return first_; }
  [[nodiscard]] std::int64_t last() const { return recent_.back(); }

 private:
  [[nodiscard]] std::int64_t difference(std::size_t from_end) const;
  [[nodiscard]] bool last_all_grew() const;
  [[nodiscard]] bool mostly_grew() const;
  [[nodiscard]] bool blocks_grew(std::size_t block) const;

  std::vector<std::int64_t> recent_;  // oldest first
  std::int64_t first_;
  int first_cycle_;
  int last_cycle_;
  int looks_ = 1;
  int grew_ = 0;
};

}  // namespace ttsoak
