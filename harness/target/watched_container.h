#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "harness/target/container.h"
#include "harness/target/container_engine.h"
#include "probes/base/result.h"

namespace ttsoak {

// The container whose first process is the target.
class WatchedContainer {
 public:
  // Errors, each with the remedy: no engine, no such container, it does not run, its processes are
  // those of another machine.
  static Result<WatchedContainer> open(const ContainerEngine& engine, const std::string& name);

  [[nodiscard]] const Container& container() const { return start_; }

  // How its first process ended, once that is over; see wait_for_container_end().
  [[nodiscard]] ProcessEnd wait_for_end(std::chrono::seconds patience) const;

 private:
  WatchedContainer(ContainerEngine engine, Container start)
      : engine_(std::move(engine)), start_(std::move(start)) {}

  ContainerEngine engine_;
  Container start_;  // as it was when the run began
};

// How a container that was as `start` says has ended, once its process is gone. The engine hears of
// that a moment later, and may start the container again: waits for the first for `patience` at
// most, and for the second for `encore`.
ProcessEnd wait_for_container_end(const ContainerEngine& engine, const Container& start,
                                  std::chrono::milliseconds patience,
                                  std::chrono::milliseconds encore);

}  // namespace ttsoak
