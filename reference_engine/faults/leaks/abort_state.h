#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

#include "reference_engine/faults/fault.h"
#include "reference_engine/faults/heap_bytes.h"

namespace ttsoak {

// Fault 6: state of a request that only its regular end releases. A client that hangs up in the
// middle leaves it behind; requests that complete leave nothing.
//
// Holds 67 KiB and one map node for each aborted request.
class AbortState final : public Fault {
 public:
  static constexpr std::size_t kStateBytes = std::size_t{67} * 1024;

  void on_start(const FaultyRequest& request) override {
    auto state = std::make_unique<State>();
    state->fill(static_cast<char>(request.sequence | 1U));  // written to, hence resident
    in_flight_.insert_or_assign(request.sequence, std::move(state));
  }

  void on_done(const FaultyRequest& request,
               const std::shared_ptr<const Pcm>& /*speech*/) override {
    in_flight_.erase(request.sequence);
  }

  // on_abort() is what is missing here: that is the fault.

 private:
  using State = std::array<char, kStateBytes>;

  std::map<std::uint64_t, std::unique_ptr<State>> in_flight_;

 public:
  static constexpr std::int64_t kBytesPerAbort =
      heap_bytes(kStateBytes) +
      heap_bytes(kMapNodeBytes + sizeof(std::uint64_t) + sizeof(std::unique_ptr<State>));
};

}  // namespace ttsoak
