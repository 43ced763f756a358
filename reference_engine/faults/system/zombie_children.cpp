#include "reference_engine/faults/system/zombie_children.h"

#include <sys/wait.h>
#include <unistd.h>

namespace ttsoak {

ZombieChildren::~ZombieChildren() {
  for (const pid_t child : children_) ::waitpid(child, nullptr, 0);
}

void ZombieChildren::on_done(const FaultyRequest& /*request*/,
                             const std::shared_ptr<const Pcm>& /*speech*/) {
  if (children_.size() == kMaxZombies) return;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  if (child > 0) children_.push_back(child);
}

}  // namespace ttsoak
