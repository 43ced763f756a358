#pragma once

#include <cstddef>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 13: a work space as large as the longest text so far needs. Sound, though it grows each
// time a text is longer than all before.
//
// Holds 8 KiB for each character of the longest text so far, so 32 MiB at most.
class LongestText final : public Fault {
 public:
  static constexpr std::size_t kBytesPerCharacter = 8192;

  void on_start(const FaultyRequest& request) override {
    const std::size_t wanted = count_code_points(request.request.text) * kBytesPerCharacter;
    if (wanted <= space_.size()) return;
    // A new vector, as resize() would take up to twice as much.
    space_ = std::vector<char>();
    space_ = std::vector<char>(wanted, 1);
  }

 private:
  std::vector<char> space_;
};

}  // namespace ttsoak
