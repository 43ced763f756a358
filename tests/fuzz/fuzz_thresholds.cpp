// Throws damaged threshold expressions at their parser. None may crash; what is refused must come
// with a reason, and what is accepted must be written out and read back as the same rule.
//
//   fuzz_thresholds ITERATIONS SEED

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "harness/config/threshold_expression.h"

namespace {

using Random = std::mt19937_64;
using ttsoak::ThresholdMetric;

const std::vector<std::string> kPieces = {
    "avg", "min", "med", "max",  "rate", "p(95)", "p(99.9)", "p(", ")",       "<",  "<=",   ">",
    ">=",  "=",   "800", "ms",   "s",    "GiB",   "KB",      "%",  "1e308",   "-",  "0.5",  " ",
    "nan", "inf", "1",   "\xff", "p",    "(100)", "h",       ".",  "upper95", "\t", "0x10", "1e-9"};

std::string expression(Random& random) {
  std::string text = kPieces[random() % 7] + " " + kPieces[9 + random() % 4] + " ";
  text += std::to_string(random() % 1000) + kPieces[15 + random() % 5];
  for (std::size_t edits = random() % 3; edits > 0; --edits) {
    const std::size_t at = random() % (text.size() + 1);
    if (random() % 2 == 0) text.erase(at, 1 + random() % 4);
    if (random() % 2 == 0) {
      text.insert(std::min(at, text.size()), kPieces[random() % kPieces.size()]);
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_thresholds ITERATIONS SEED\n";
    return EXIT_FAILURE;
  }
  Random random(std::strtoull(argv[2], nullptr, 10));
  const long iterations = std::strtol(argv[1], nullptr, 10);
  long accepted = 0;
  for (long i = 0; i < iterations; ++i) {
    const auto metric = static_cast<ThresholdMetric>(random() % 6);
    const std::string text = expression(random);
    (void)ttsoak::parse_growth_threshold(text);
    const auto rule = ttsoak::parse_threshold(metric, text);
    if (!rule.ok()) {
      if (!rule.error().message.empty()) continue;
      std::cerr << "refused without a reason: " << text << '\n';
      return EXIT_FAILURE;
    }
    ++accepted;
    const std::string written = ttsoak::threshold_text(rule.value());
    const auto again = ttsoak::parse_threshold(metric, written);
    if (!again.ok() || !(again.value() == rule.value())) {
      std::cerr << text << " was written as " << written << ", which is not the same\n";
      return EXIT_FAILURE;
    }
  }
  std::cout << accepted << " of " << iterations << " expressions accepted\n";
  return accepted * 50 > iterations ? EXIT_SUCCESS : EXIT_FAILURE;
}
