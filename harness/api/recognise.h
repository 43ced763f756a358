#pragma once

#include <string>

#include "harness/api/recipe.h"
#include "harness/config/target_spec.h"

namespace ttsoak {

// Which server answers at a URL, and by what it is known.
struct Recognised {
  Recipe recipe;
  std::string why;  // "GET /openapi.json answers 200 with \"/audio_query\" in it"
};

// Asks the probes of all recipes, each path once. A url of tcp:// is taken for Wyoming, which alone
// of all that are known speaks without HTTP.
//
// Errors: nobody answers; none or several of the recipes fit. The message lists what was asked and
// answered.
Result<Recognised> recognise(const TargetSpec& target);

}  // namespace ttsoak
