#include <algorithm>
#include <iostream>

#include "harness/api/recipe.h"
#include "harness/cli/commands.h"
#include "harness/cli/parse_options.h"

namespace ttsoak {

ExitStatus cmd_apis(int argc, char** argv) {
  CLI::App app{"Lists the servers whose interface is known, and where they usually answer.",
               "ttsoak apis"};
  app.footer("Each name goes with 'ttsoak run --api NAME'; --api auto asks the server.");
  if (const auto exit = parse_options(app, argc, argv)) return *exit;

  const auto padded = [](std::string text, std::size_t width) {
    text.resize(std::max(text.size() + 2, width), ' ');
    return text;
  };
  for (const Recipe& recipe : recipes()) {
    std::cout << padded(recipe.name, 20) << padded(recipe.url, 26) << recipe.about << '\n';
  }
  return ExitStatus::pass;
}

}  // namespace ttsoak
