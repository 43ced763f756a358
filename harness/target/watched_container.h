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

  // How its first process ended, once that is over. The engine hears of it a moment after us: waits
  // for it for `patience` at most.
  [[nodiscard]] ProcessEnd wait_for_end(std::chrono::seconds patience) const;

 private:
  WatchedContainer(ContainerEngine engine, Container start)
      : engine_(std::move(engine)), start_(std::move(start)) {}

  ContainerEngine engine_;
  Container start_;  // as it was when the run began
};

}  // namespace ttsoak
