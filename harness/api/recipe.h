#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// How a server is known by its answer to one GET.
struct Probe {
  std::string path;
  int status = 200;
  std::string text;   // is in the body; "" = whatever it says
  bool last = false;  // counts only where no other recipe knows the server
};

// What is known of one kind of server: a run config that lacks the run, with a name. Sources are
// the files in configs/recipes/; they are part of the program.
struct Recipe {
  std::string name;
  std::string about;  // for people
  std::string url;    // where it usually answers
  std::optional<Probe> probe;
  nlohmann::json config;  // the sections of a run config that it fills
};

// Parses the text of one recipe. Errors: not JSON, a part is missing or of another kind.
Result<Recipe> parse_recipe(const std::string& name, std::string_view text);

// All of them, by name.
const std::vector<Recipe>& recipes();

// Errors: there is none of that name; the message lists all.
Result<Recipe> find_recipe(const std::string& name);

}  // namespace ttsoak
