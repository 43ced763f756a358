#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// What an inference runtime prepares for one shape of its input.
using ShapeWorkspace = std::array<char, std::size_t{96} * 1024>;

inline std::unique_ptr<ShapeWorkspace> make_shape_workspace() {
  auto workspace = std::make_unique<ShapeWorkspace>();
  workspace->fill(1);  // written to, hence resident
  return workspace;
}

// Fault 10: a work space kept for each shape of the input, without a cap. Here the shape is the
// length of the text in characters (Unicode code points). Texts of lengths seen before cost
// nothing; it ends at kMaxCharacters lengths, 384 MiB.
//
// Holds 96 KiB and one map node for each length not seen before.
class ShapeCache final : public Fault {
 public:
  void on_start(const FaultyRequest& request) override {
    auto& workspace = workspaces_[count_code_points(request.request.text)];
    if (!workspace) workspace = make_shape_workspace();
  }

 private:
  std::map<std::size_t, std::unique_ptr<ShapeWorkspace>> workspaces_;

 public:
  static constexpr std::int64_t kBytesPerLength =
      heap_bytes(sizeof(ShapeWorkspace)) +
      heap_bytes(kMapNodeBytes + sizeof(std::size_t) + sizeof(std::unique_ptr<ShapeWorkspace>));
};

}  // namespace ttsoak
