#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/selftest/expectation.h"
#include "probes/base/result.h"

namespace ttsoak {

// A patient whose disease is known, and what has to be found: a file of configs/faults.
struct SoakCase {
  std::string name;
  nlohmann::json config;  // of the run, without "expect"
  Expectation expect;
};

// Errors: not JSON, not a config of a run, no valid part "expect"; the message names the field.
Result<SoakCase> parse_soak_case(const std::string& name, std::string_view text);

// Those in the program itself: configs/faults, by name.
Result<std::vector<SoakCase>> built_in_cases();

// Those of a directory, by name. Errors also: there are none, or one cannot be read.
Result<std::vector<SoakCase>> read_cases(const std::filesystem::path& directory);

// The config for one run: this seed; for a server, `program` in place of "ttsoak" and this port.
nlohmann::json config_for(const SoakCase& soak_case, std::uint64_t seed, const std::string& program,
                          std::uint16_t port);

}  // namespace ttsoak
