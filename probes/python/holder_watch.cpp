#include "probes/python/holder_watch.h"

#include <algorithm>
#include <set>

namespace ttsoak {
namespace {

constexpr std::size_t kMostHolders = 60, kMostTypes = 30;

template <typename Growing>
void keep_largest(std::vector<Growing>& growing, std::size_t most) {
  std::stable_sort(growing.begin(), growing.end(), [](const Growing& a, const Growing& b) {
    return a.series.last() - a.series.first() > b.series.last() - b.series.first();
  });
  if (growing.size() > most)
    growing.erase(growing.begin() + static_cast<long>(most), growing.end());
}

// What this look did not see is gone, or empty.
template <typename Map>
void forget_unseen(Map& map, int look) {
  std::erase_if(map, [&](const auto& entry) { return entry.second.look != look; });
}

std::uint64_t slot_key(const PythonEdge& edge) { return edge.owner << 16 | edge.ordinal; }

}  // namespace

void HolderWatch::follow(Followed& followed, std::uint64_t type, std::int64_t length,
                         int cycle) const {
  const bool is_new = followed.look == 0 || followed.type != type;
  if (is_new) {
    followed.type = type;
    followed.first_cycle = cycle;
    followed.unchanged = 0;
    followed.changes = 0;
    followed.series = nullptr;
  } else if (followed.series != nullptr) {
    followed.series->add(cycle, length);
  } else if (length == followed.length) {
    ++followed.unchanged;
  } else {
    followed.series = std::make_unique<GrowthSeries>(followed.first_cycle, followed.length);
    followed.series->add_unchanged(cycle, followed.unchanged);
    followed.series->add(cycle, length);
  }
  followed.length = length;
  followed.look = look_;
}

void HolderWatch::follow_containers(const PythonSnapshot& snapshot, int cycle) {
  for (const PythonContainer& container : snapshot.containers) {
    const PythonType& type = snapshot.types[container.type];
    if (type.kind == blackbox::PythonKind::unchanging) continue;
    follow(containers_[container.address], type.address, container.length, cycle);
  }
  forget_unseen(containers_, look_);
}

void HolderWatch::follow_slots(const PythonSnapshot& snapshot, int cycle) {
  std::unordered_map<std::uint64_t, const PythonContainer*> by_address;
  by_address.reserve(snapshot.containers.size());
  for (const PythonContainer& container : snapshot.containers) {
    by_address.emplace(container.address, &container);
  }
  for (const PythonEdge& edge : snapshot.edges) {
    const auto child = by_address.find(edge.child);
    if (child == by_address.end()) continue;
    Followed& slot = slots_[slot_key(edge)];
    if (slot.look == look_) continue;
    const bool is_another = slot.look != 0 && slot.child != edge.child;
    follow(slot, snapshot.types[child->second->type].address, child->second->length, cycle);
    if (is_another) ++slot.changes;
    slot.child = edge.child;
  }
  forget_unseen(slots_, look_);
}

void HolderWatch::follow_types(const PythonSnapshot& snapshot, int cycle) {
  // Two classes may have one name: theirs is one series.
  std::map<std::string, std::pair<std::uint64_t, std::int64_t>> counts;
  for (const PythonType& type : snapshot.types) {
    if (type.objects == 0 || type.name.empty()) continue;
    auto& [address, objects] = counts[type.name];
    address = type.address;
    objects += type.objects;
  }
  for (const auto& [name, count] : counts) {
    Followed& type = types_[name];
    follow(type, 0, count.second, cycle);
    type.child = count.first;
  }
  forget_unseen(types_, look_);
}

void HolderWatch::observe(const PythonSnapshot& snapshot, int cycle) {
  ++look_;
  follow_containers(snapshot, cycle);
  follow_slots(snapshot, cycle);
  follow_types(snapshot, cycle);
  latest_ = snapshot;
}

std::vector<GrowingContainer> HolderWatch::growing_containers() const {
  std::map<std::uint64_t, std::string> names;
  std::set<std::uint64_t> wrappers;  // functools.lru_cache
  for (const PythonType& type : latest_.types) names[type.address] = type.name;
  for (const PythonContainer& container : latest_.containers) {
    const bool is_wrapper = latest_.types[container.type].kind == blackbox::PythonKind::lru;
    if (is_wrapper) wrappers.insert(container.address);
  }
  // A wrapper speaks for the dict that it keeps.
  std::set<std::uint64_t> inner;
  for (const PythonEdge& edge : latest_.edges) {
    if (wrappers.contains(edge.owner)) inner.insert(edge.child);
  }
  std::map<std::uint64_t, std::int64_t> bounds;
  for (const PythonBound& bound : latest_.bounds) bounds[bound.address] = bound.bound;

  std::vector<GrowingContainer> growing;
  for (const auto& [address, followed] : containers_) {
    const bool grows = followed.series != nullptr && followed.series->grows();
    if (!grows || inner.contains(address)) continue;
    const auto bound = bounds.find(address);
    growing.push_back({address, names[followed.type], *followed.series,
                       bound != bounds.end() ? bound->second : -1});
  }
  keep_largest(growing, kMostHolders);
  return growing;
}

std::vector<GrowingSlot> HolderWatch::growing_slots() const {
  std::map<std::uint64_t, std::string> names;
  for (const PythonType& type : latest_.types) names[type.address] = type.name;
  std::vector<GrowingSlot> growing;
  std::set<std::uint64_t> told;
  for (const auto& [key, followed] : slots_) {
    if (followed.series == nullptr || !followed.series->grows()) continue;
    // Its container is the one that grows, if it stayed the same most of the time.
    if (2 * followed.changes < followed.series->grew()) continue;
    if (!told.insert(followed.child).second) continue;
    growing.push_back({followed.child, names[followed.type], *followed.series});
  }
  keep_largest(growing, kMostHolders);
  return growing;
}

std::vector<GrowingType> HolderWatch::growing_types() const {
  std::vector<GrowingType> growing;
  for (const auto& [name, followed] : types_) {
    if (followed.series == nullptr || !followed.series->grows()) continue;
    growing.push_back({followed.child, name, *followed.series});
  }
  keep_largest(growing, kMostTypes);
  return growing;
}

HolderCandidates HolderWatch::candidates() const {
  return {growing_containers(), growing_slots(), growing_types()};
}

}  // namespace ttsoak
