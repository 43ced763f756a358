#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "reference_engine/faults/caches/lru_map.h"
#include "reference_engine/faults/caches/shape_cache.h"
#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 10: the cache of shape_cache with a cap. Sound, and not to be called a leak.
//
// Holds 96 KiB for each of the last kLengths different lengths of text, in characters.
class BoundedShapeCache final : public Fault {
 public:
  static constexpr std::size_t kLengths = 8;

  void on_start(const FaultyRequest& request) override {
    const std::string length = std::to_string(count_code_points(request.request.text));
    if (workspaces_.find(length)) return;
    workspaces_.insert(length, make_shape_workspace());
  }

  [[nodiscard]] std::size_t lengths() const { return workspaces_.size(); }

 private:
  LruMap<std::shared_ptr<ShapeWorkspace>> workspaces_{kLengths};
};

}  // namespace ttsoak
