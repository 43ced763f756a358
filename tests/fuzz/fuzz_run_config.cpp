// Throws damaged configs at parse_run_config(): the seeds named on the command line, changed by a
// few random edits each. Whatever it refuses must come with a reason, and whatever it accepts must
// survive the way through to_json(). Crashes are for the sanitizers to see.
//
//   fuzz_run_config ITERATIONS SEED FILE...

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "harness/config/run_config.h"

namespace {

using Random = std::mt19937_64;

// Pieces that mean something to the parser reach deeper than random bytes.
const std::vector<std::string> kPieces = {
    "null", "-1",          "1e309",       "\"\"",
    "[]",   "{}",          "true",        "18446744073709551616",
    ",",    "//",          "/*",          "\"",
    "\\u0", "\xff",        "\"10KiB",     "\"url\":",
    "0.5",  "[[[[",        "\"pid\": 1",  "\n",
    "{",    "\"faults\":", "\"\\ud800\"", "1e-5"};

std::size_t below(std::size_t bound, Random& random) { return bound == 0 ? 0 : random() % bound; }

void edit(std::string& text, const std::string& other, Random& random) {
  const std::size_t at = below(text.size() + 1, random);
  switch (random() % 5) {
    case 0:
      text.insert(at, kPieces[below(kPieces.size(), random)]);
      break;
    case 1:
      text.erase(at, 1 + below(20, random));
      break;
    case 2:
      text.replace(at, below(8, random), kPieces[below(kPieces.size(), random)]);
      break;
    case 3:
      if (at < text.size()) text[at] = static_cast<char>(random());
      break;
    default:
      text.insert(at, other.substr(below(other.size(), random), below(60, random)));
  }
}

// What is wrong, or nothing.
std::string complaint_about(const std::string& text, bool& accepted) {
  const auto config = ttsoak::parse_run_config(text, "/nonexistent");
  accepted = config.ok();
  if (!accepted) return config.error().message.empty() ? "refused without a reason" : "";
  const auto again = ttsoak::parse_run_config(to_json(config.value()).dump(), "/nonexistent");
  if (!again.ok()) return "own JSON refused: " + again.error().message;
  return again.value() == config.value() ? "" : "own JSON reads back as another config";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: fuzz_run_config ITERATIONS SEED FILE...\n";
    return EXIT_FAILURE;
  }
  std::vector<std::string> seeds;
  for (int i = 3; i < argc; ++i) {
    std::ostringstream content;
    content << std::ifstream(argv[i]).rdbuf();
    seeds.push_back(content.str());
  }
  const unsigned long iterations = std::strtoul(argv[1], nullptr, 10);
  Random random(std::strtoul(argv[2], nullptr, 10));
  unsigned long accepted_count = 0;
  for (unsigned long i = 0; i < iterations; ++i) {
    std::string text = seeds[i % seeds.size()];
    const std::string& other = seeds[below(seeds.size(), random)];
    for (std::size_t edits = below(4, random); edits > 0; --edits) edit(text, other, random);
    bool accepted = false;
    const std::string complaint = complaint_about(text, accepted);
    if (!complaint.empty()) {
      std::cerr << complaint << "\n---\n" << text << '\n';
      return EXIT_FAILURE;
    }
    if (accepted) ++accepted_count;
  }
  std::cout << accepted_count << " of " << iterations << " configs accepted\n";
  // All refused means that the seeds no longer reach what comes after parsing.
  return accepted_count * 20 > iterations ? EXIT_SUCCESS : EXIT_FAILURE;
}
