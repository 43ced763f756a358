#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/cause/facts.h"

namespace ttsoak {

// Things of one kind and name, or Python objects of one type, that are proven to become more.
struct GrowingThing {
  int process = -1;  // -1 = not of one process
  std::string kind;  // name of an InventoryKind, or "python_object"
  std::string name;
  Rate count_per_request;
  std::optional<Rate> bytes_per_request;  // if their bytes grow, too
  double first_count = 0, last_count = 0, last_bytes = 0;
  bool slows_down = false;
};

// The steepest first; things before objects.
std::vector<GrowingThing> growing_things(const Facts& facts);

}  // namespace ttsoak
