#pragma once

#include <span>
#include <string_view>

namespace ttsoak {

struct RecipeFile {
  std::string_view name;  // without ".json"
  std::string_view text;
};

// The files of configs/recipes/, as they were when the program was built.
std::span<const RecipeFile> recipe_files();

}  // namespace ttsoak
