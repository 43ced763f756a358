#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "probes/base/unique_fd.h"
#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 29: it is not the server that grows but a worker process of it.
//
// Holds 64 KiB of private memory in one child process, forked at the first request, for each
// completed request; nothing in the server. Stops after kMaxBlocks, 1 GiB. The child ends with the
// engine, also if that is killed: it reads from a socket whose other end only the server has.
class GrowingChild final : public Fault {
 public:
  static constexpr std::int64_t kBytesPerRequest = 65536;
  static constexpr std::size_t kMaxBlocks = 16384;

  GrowingChild() = default;
  GrowingChild(const GrowingChild&) = delete;
  GrowingChild& operator=(const GrowingChild&) = delete;
  ~GrowingChild() override;

  void on_start(const FaultyRequest& request) override;
  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  pid_t child_ = -1;
  UniqueFd orders_;  // a byte for each block
};

}  // namespace ttsoak
