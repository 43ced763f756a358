#include "probes/process/process_tree.h"

#include <utility>

namespace ttsoak {

Result<ProcessTree> ProcessTree::open(pid_t root, ChildSource source) {
  Result<ProcessWatch> watch = ProcessWatch::open(root);
  if (!watch.ok()) return watch.error();
  ProcessTree tree(source);
  tree.watched_.emplace(root, std::make_unique<ProcessWatch>(std::move(watch).value()));
  return tree;
}

ProcessTree::Change ProcessTree::scan() {
  Change change;
  // The ended first, so that below a pid in watched_ always means the process it stands for.
  for (auto entry = watched_.begin(); entry != watched_.end();) {
    if (entry->second->alive()) {
      ++entry;
    } else {
      change.ended.push_back(std::move(entry->second));
      entry = watched_.erase(entry);
    }
  }

  lister_.begin();
  std::vector<ProcessWatch*> parents = processes();
  while (!parents.empty()) {
    const ProcessWatch& parent = *parents.back();
    parents.pop_back();
    for (const pid_t pid : lister_.children_of(parent)) {
      if (watched_.contains(pid)) continue;
      Result<ProcessWatch> child = ProcessWatch::open(pid);
      // Zombies do not open. A stranger that took the pid since it was listed opens, but is not
      // the child that was meant; if it is another descendant the next scan finds it.
      if (!child.ok() || !is_child_of(child.value().identity(), parent.identity())) continue;
      auto watch = std::make_unique<ProcessWatch>(std::move(child).value());
      change.appeared.push_back(watch.get());
      parents.push_back(watch.get());
      watched_.emplace(pid, std::move(watch));
    }
  }
  return change;
}

std::vector<ProcessWatch*> ProcessTree::processes() const {
  std::vector<ProcessWatch*> processes;
  processes.reserve(watched_.size());
  for (const auto& [pid, watch] : watched_) processes.push_back(watch.get());
  return processes;
}

}  // namespace ttsoak
