#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "probes/base/unique_fd.h"

namespace ttsoak {

// One of tests/programs, running as our child. It ends when its input does, at the latest with us.
class Program {
 public:
  // Starts `name` with `arguments` and waits for the first line it says. `shown_name` replaces
  // argv[0]. Aborts the test program if it cannot be started.
  explicit Program(const std::string& name, std::vector<std::string> arguments = {},
                   std::string shown_name = {});
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { kill(); }

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] const std::string& first_line() const { return first_line_; }

  // Sends `order` and waits for the line that answers it.
  std::string ask(char order);

  // Kills without reaping: a zombie.
  void kill_only();

  // Kills and reaps: gone.
  void kill();

 private:
  std::string read_line();

  pid_t pid_ = -1;
  UniqueFd input_;
  UniqueFd output_;
  std::string first_line_;
};

}  // namespace ttsoak
