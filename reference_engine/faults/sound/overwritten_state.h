#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Control 5: the state of the last request stays until the next one overwrites it. Sound: what is
// held swings with the length of the text, and never adds up.
//
// Holds 2 KiB for each character of the last completed request, so 8 MiB at most.
class OverwrittenState final : public Fault {
 public:
  static constexpr std::size_t kBytesPerCharacter = 2048;

  void on_done(const FaultyRequest& request,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    // A new vector, as assign() would keep the capacity of the longest text: that is longest_text.
    last_ = std::vector<char>(count_code_points(request.request.text) * kBytesPerCharacter, 1);
  }

 private:
  std::vector<char> last_;
};

}  // namespace ttsoak
