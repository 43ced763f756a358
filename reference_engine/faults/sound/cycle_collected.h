#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 9: objects that refer to themselves stay until a collector comes round, which makes a
// sawtooth. Sound: every tooth ends where the first one ended.
//
// Holds 64 KiB for each completed request since the last collection, which comes with every
// kPeriod-th one.
class CycleCollected final : public Fault {
 public:
  static constexpr std::size_t kPeriod = 60;
  static constexpr std::size_t kStateBytes = std::size_t{64} * 1024;

  CycleCollected() { garbage_.reserve(kPeriod); }
  CycleCollected(const CycleCollected&) = delete;
  CycleCollected& operator=(const CycleCollected&) = delete;
  ~CycleCollected() override { collect(); }

  void on_done(const FaultyRequest& /*request*/,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    const auto node = std::make_shared<Node>();
    node->state.fill(1);  // written to, hence resident
    node->self = node;
    garbage_.push_back(node);
    if (garbage_.size() == kPeriod) collect();
  }

 private:
  struct Node {
    std::array<char, kStateBytes> state;
    std::shared_ptr<Node> self;
  };

  void collect() {
    for (const std::weak_ptr<Node>& seen : garbage_) {
      if (const auto node = seen.lock()) node->self.reset();
    }
    garbage_.clear();
  }

  std::vector<std::weak_ptr<Node>> garbage_;  // what the collector knows
};

}  // namespace ttsoak
