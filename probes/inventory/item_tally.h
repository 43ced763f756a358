#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "probes/values/inventory.h"

namespace ttsoak {

// The names that an inventory gave before: who was named once stays named, or a cluster of which
// there are few would jump in and out of "others", and its series with it.
class NamesBefore {
 public:
  using Group = std::pair<int, InventoryKind>;  // ProcessInfo::index

  [[nodiscard]] bool contains(const Group& group, const std::string& name) const;

  // Keeps at most 200 names a group; later ones are forgotten.
  void add(const Group& group, const std::string& name);

  // Forgets all processes but these (and files in folders, which are of none): a server that forks
  // has thousands in a night.
  void keep(const std::set<int>& processes);

 private:
  std::map<Group, std::set<std::string>> names_;
};

// Counts the things of one inventory by process, kind and name.
class ItemTally {
 public:
  void add(int process, InventoryKind kind, const std::string& name, std::int64_t bytes = 0,
           std::int64_t count = 1);

  // All items. Of each process and kind the 50 names of which there are most and those that
  // `before` knows; the rest is summed up as "others". Adds the names it gives to `before`.
  [[nodiscard]] std::vector<InventoryItem> items(NamesBefore& before) const;

 private:
  struct Sum {
    std::int64_t count = 0;
    std::int64_t bytes = 0;
  };
  std::map<NamesBefore::Group, std::map<std::string, Sum>> sums_;
};

}  // namespace ttsoak
