#include "probes/inventory/item_tally.h"

#include <algorithm>

namespace ttsoak {
namespace {

constexpr std::size_t kNamesByCount = 50;
constexpr std::size_t kNamesRemembered = 200;

}  // namespace

bool NamesBefore::contains(const Group& group, const std::string& name) const {
  const auto found = names_.find(group);
  return found != names_.end() && found->second.contains(name);
}

void NamesBefore::add(const Group& group, const std::string& name) {
  std::set<std::string>& names = names_[group];
  if (names.size() < kNamesRemembered) names.insert(name);
}

void NamesBefore::keep(const std::set<int>& processes) {
  std::erase_if(names_, [&](const auto& group) {
    const int process = group.first.first;
    return process >= 0 && !processes.contains(process);
  });
}

void ItemTally::add(int process, InventoryKind kind, const std::string& name, std::int64_t bytes,
                    std::int64_t count) {
  Sum& sum = sums_[{process, kind}][name];
  sum.count += count;
  sum.bytes += bytes;
}

std::vector<InventoryItem> ItemTally::items(NamesBefore& before) const {
  std::vector<InventoryItem> items;
  for (const auto& [group, sums] : sums_) {
    std::vector<InventoryItem> named;
    for (const auto& [name, sum] : sums) {
      named.push_back({group.first, group.second, name, sum.count, sum.bytes});
    }
    // The map gave them by name, which decides among equals.
    std::stable_sort(named.begin(), named.end(),
                     [](const auto& a, const auto& b) { return a.count > b.count; });
    InventoryItem others{group.first, group.second, "others", 0, 0};
    for (std::size_t place = 0; place < named.size(); ++place) {
      const InventoryItem& item = named[place];
      if (place < kNamesByCount || before.contains(group, item.name)) {
        before.add(group, item.name);
        items.push_back(item);
      } else {
        others.count += item.count;
        others.bytes += item.bytes;
      }
    }
    if (others.count > 0) items.push_back(others);
  }
  return items;
}

}  // namespace ttsoak
