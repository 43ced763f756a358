#include "tests/integration/tracer_oracle/holdings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include "probes/base/result.h"
#include "probes/heap/stack_resolver.h"
#include "tests/integration/tracer/target.h"

namespace ttsoak {
namespace {

// Joins them up to main().
std::string join(const std::vector<std::string>& functions) {
  std::string name;
  for (const std::string& function : functions) {
    name += (name.empty() ? "" : " < ") + function;
    if (function == "main") break;
  }
  return name;
}

struct RawStack {
  std::vector<std::uint64_t> return_addresses;
  Holding holding;
};

// The profile has plain sums over the samples; what they stand for depends on the mean size. As in
// jeprof, whose arithmetic jemalloc's own correction (prof_unbias) assumes.
double scaled(double blocks, double bytes, double mean_distance) {
  return blocks > 0 ? bytes / (1 - std::exp(-bytes / blocks / mean_distance)) : 0;
}

// "heap_v2/DISTANCE", then for each stack "@ ADDRESS...", "  t*: BLOCKS: BYTES [BLOCKS: BYTES]"
// (live, and since the start) and the same of single threads; in the end the mappings.
std::vector<RawStack> read_stacks(std::istream& profile) {
  std::vector<RawStack> stacks;
  std::string line;
  double mean_distance = 0;
  if (!std::getline(profile, line) ||
      std::sscanf(line.c_str(), "heap_v2/%lf", &mean_distance) != 1) {
    abort_with("not a profile of jemalloc's");
  }
  while (std::getline(profile, line) && line.rfind("MAPPED_LIBRARIES", 0) != 0) {
    if (line.rfind("@ ", 0) == 0) {
      std::istringstream words(line.substr(2));
      stacks.emplace_back();
      for (std::string word; words >> word;) {
        stacks.back().return_addresses.push_back(std::stoull(word, nullptr, 16));
      }
    }
    double blocks = 0, bytes = 0, all_blocks = 0, all_bytes = 0;
    if (std::sscanf(line.c_str(), " t*: %lf: %lf [%lf: %lf]", &blocks, &bytes, &all_blocks,
                    &all_bytes) == 4 &&
        !stacks.empty()) {
      stacks.back().holding = {scaled(blocks, bytes, mean_distance),
                               scaled(all_blocks, all_bytes, mean_distance)};
    }
  }
  return stacks;
}

// Return address -> function; addresses outside the program are left out.
std::map<std::uint64_t, std::string> name_functions(const std::vector<RawStack>& stacks,
                                                    const std::filesystem::path& program) {
  std::set<std::uint64_t> addresses;
  for (const RawStack& stack : stacks) {
    addresses.insert(stack.return_addresses.begin(), stack.return_addresses.end());
  }
  std::vector<std::string> argv = {"addr2line", "-f", "-e", program};
  for (const std::uint64_t address : addresses) {
    std::ostringstream call;  // the call itself is before the return address
    call << std::hex << address - 1;
    argv.push_back(call.str());
  }
  std::istringstream lines(run_target(argv).output);  // function and file of each
  std::map<std::uint64_t, std::string> names;
  std::string function, file;
  for (const std::uint64_t address : addresses) {
    if (!std::getline(lines, function) || !std::getline(lines, file)) {
      abort_with("addr2line has not answered for every address");
    }
    if (function != "??") names[address] = function;
  }
  return names;
}

void add(Holdings& holdings, const std::string& name, const Holding& more) {
  Holding& holding = holdings[name];
  holding.live_bytes += more.live_bytes;
  holding.allocated_bytes += more.allocated_bytes;
}

}  // namespace

Holdings read_jemalloc_profile(const std::filesystem::path& profile,
                               const std::filesystem::path& program) {
  std::ifstream file(profile);
  const std::vector<RawStack> stacks = read_stacks(file);
  const std::map<std::uint64_t, std::string> names = name_functions(stacks, program);
  Holdings holdings;
  for (const RawStack& stack : stacks) {
    std::vector<std::string> functions;
    for (const std::uint64_t address : stack.return_addresses) {
      const auto named = names.find(address);
      if (named != names.end()) functions.push_back(named->second);
    }
    add(holdings, join(functions), stack.holding);
  }
  return holdings;
}

Holdings read_black_box(const BlackboxReader& box, const std::filesystem::path& program) {
  const auto tables = box.tables();
  const auto snapshot = box.snapshot();
  if (!tables.ok() || !snapshot.ok()) abort_with("the black box cannot be read");
  Symbolizer symbolizer("/");
  StackResolver resolver(symbolizer);
  resolver.update(tables.value());
  Holdings holdings;
  for (const StackFigures& stack : snapshot.value().stacks) {
    std::vector<std::string> functions;
    for (const Frame& frame : resolver.frames_of(stack.stack)) {
      if (frame.module == program) functions.push_back(frame.function);
    }
    add(holdings, join(functions), {stack.live_bytes, stack.allocated_bytes});
  }
  return holdings;
}

std::vector<std::string> names_by(const Holdings& holdings, double Holding::*what, double bytes) {
  std::vector<std::string> names;
  for (const auto& [name, holding] : holdings) {
    if (holding.*what >= bytes) names.push_back(name);
  }
  std::sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return holdings.at(a).*what > holdings.at(b).*what;
  });
  return names;
}

}  // namespace ttsoak
