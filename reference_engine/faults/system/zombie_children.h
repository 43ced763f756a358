#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 22: a helper process for each request that ends at once and that nobody waits for.
//
// Holds a zombie for each completed request: a pid, and no memory but the kernel's. Stops at
// kMaxZombies; all are waited for when the engine ends.
class ZombieChildren final : public Fault {
 public:
  static constexpr std::size_t kMaxZombies = 500;

  ZombieChildren() { children_.reserve(kMaxZombies); }
  ZombieChildren(const ZombieChildren&) = delete;
  ZombieChildren& operator=(const ZombieChildren&) = delete;
  ~ZombieChildren() override;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  std::vector<pid_t> children_;
};

}  // namespace ttsoak
