#pragma once

#include <string>
#include <vector>

namespace ttsoak {

// What could not be looked at during one inventory, each thing once.
class InventoryNotes {
 public:
  void add(const std::string& note);

  // Adds `what` with the reason that errno gives; ends with a remedy where that is a permission.
  // Says nothing of a process that has just ended.
  void add_refusal(const std::string& what);

  // All of them in a sentence; empty if all could be looked at.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> notes_;
};

}  // namespace ttsoak
