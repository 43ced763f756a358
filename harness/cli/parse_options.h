#pragma once

#include <CLI/CLI.hpp>
#include <optional>

#include "harness/cli/commands.h"

namespace ttsoak {

// Parses the command line of one command. Returns the exit status if the command must not go on:
// after --help, and after an error, which is told with the remedy.
inline std::optional<ExitStatus> parse_options(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return {};
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? ExitStatus::pass : ExitStatus::error;
  }
}

}  // namespace ttsoak
