#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "probes/python/growth_series.h"
#include "probes/python/python_snapshot.h"

namespace ttsoak {

// Something that grew at the troughs so far; what it is called is not known yet.
struct GrowingContainer {
  std::uint64_t address = 0;
  std::string type;
  GrowthSeries series;
  std::int64_t bound = -1;  // maxsize or maxlen
};
// The same where the container is made anew each time (`x = x + [..]`): followed by its place.
struct GrowingSlot {
  std::uint64_t child = 0;  // in that place now
  std::string type;
  GrowthSeries series;
};
// The objects of a type. Most are in a container that grows as well; chains and what is held by
// extension modules are in none.
struct GrowingType {
  std::uint64_t address = 0;
  std::string type;
  GrowthSeries series;
};
struct HolderCandidates {
  std::vector<GrowingContainer> containers;
  std::vector<GrowingSlot> slots;
  std::vector<GrowingType> types;
};

// Compares snapshots of one process. Pure: numbers in, candidates out. An address that is used
// again for a container of another type begins a new series; one of the same type cannot be told
// from one that changed its length.
class HolderWatch {
 public:
  // Snapshots in the order they were taken.
  void observe(const PythonSnapshot& snapshot, int cycle);

  // What grows, the largest growth first; at most 60, 60 and 30.
  [[nodiscard]] HolderCandidates candidates() const;

  // Types that grow, for the record: at most 30.
  [[nodiscard]] std::vector<GrowingType> growing_types() const;

 private:
  struct Followed {
    std::uint64_t child = 0;  // of a slot
    std::uint64_t type = 0;
    std::int64_t length = 0;
    int first_cycle = 0;
    int unchanged = 0;                     // looks since, while there is no series
    int look = 0;                          // the last one that saw it
    int changes = 0;                       // of the child
    std::unique_ptr<GrowthSeries> series;  // from its first change on
  };
  using Followeds = std::unordered_map<std::uint64_t, Followed>;

  // One more look at what has `length` now.
  void follow(Followed& followed, std::uint64_t type, std::int64_t length, int cycle) const;
  void follow_containers(const PythonSnapshot& snapshot, int cycle);
  void follow_slots(const PythonSnapshot& snapshot, int cycle);
  void follow_types(const PythonSnapshot& snapshot, int cycle);
  [[nodiscard]] std::vector<GrowingContainer> growing_containers() const;
  [[nodiscard]] std::vector<GrowingSlot> growing_slots() const;

  Followeds containers_;  // by address
  Followeds slots_;       // by owner << 16 | ordinal
  std::map<std::string, Followed> types_;
  int look_ = 0;
  PythonSnapshot latest_;
};

}  // namespace ttsoak
