// Throws damaged ELF files at the symbolizer: the files named on the command line, changed by a few
// random edits each. It must answer every address with at least one frame of the module asked for.
// Crashes, of libdw as well, are for the sanitizers and the kernel to see.
//
//   fuzz_symbols ITERATIONS SEED FILE...

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "probes/heap/demangle.h"
#include "probes/heap/symbolizer.h"
#include "tests/unit/probes/heap/synthetic_box.h"

namespace {

using Random = std::mt19937_64;

void edit(std::string& image, Random& random) {
  constexpr std::size_t kHeaders = 1024;
  const std::size_t area = random() % 3 == 0 ? kHeaders : image.size();
  const std::size_t at = random() % (std::min(area, image.size()) - 8);
  const std::uint64_t value = random() % 2 == 0 ? random() : UINT64_MAX >> (random() % 64);
  std::memcpy(image.data() + at, &value, 1 + random() % 8);
  if (random() % 40 == 0) image.resize(1024 + random() % image.size());
}

std::string damaged_symbol(Random& random) {
  std::string symbol =
      random() % 2 == 0 ? "_ZN60_$LT$alloc..string..String$u20$as$u20$A$GT$3fmt"
                          "17h0123456789abcdefE"
                        : "_ZNSt6vectorIN5Cache4ItemESaIS1_EE17_M_realloc_insertIJRKS1_EEEvN9__gnu"
                          "_cxx17__normal_iteratorIPS1_S3_EEDpOT_";
  for (std::size_t edits = random() % 4; edits > 0; --edits) {
    symbol[2 + random() % (symbol.size() - 2)] = static_cast<char>(' ' + random() % 95);
  }
  return symbol;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: fuzz_symbols ITERATIONS SEED FILE...\n";
    return EXIT_FAILURE;
  }
  std::vector<std::string> seeds;
  for (int i = 3; i < argc; ++i) {
    std::ostringstream content;
    content << std::ifstream(argv[i], std::ios::binary).rdbuf();
    seeds.push_back(content.str());
  }
  const unsigned long iterations = std::strtoul(argv[1], nullptr, 10);
  Random random(std::strtoul(argv[2], nullptr, 10));
  const ttsoak::TemporaryDirectory root;
  unsigned long named = 0;
  for (unsigned long i = 0; i < iterations; ++i) {
    std::string image = seeds[i % seeds.size()];
    for (std::size_t edits = random() % 5; edits > 0; --edits) edit(image, random);
    std::ofstream(root.path() / "library.so", std::ios::binary) << image;
    ttsoak::Symbolizer symbolizer(root.path());
    bool any_name = false;
    for (std::uint64_t address = 0x1000; address < 0x1400; address += 0x35) {
      const auto frames = symbolizer.frames_at({"/library.so", ""}, address);
      if (frames.empty() || frames.back().module != "/library.so") {
        std::cerr << "a wrong answer in iteration " << i << '\n';
        return EXIT_FAILURE;
      }
      any_name = any_name || !frames.back().function.empty();
    }
    if (any_name) ++named;
    if (const std::string symbol = damaged_symbol(random); ttsoak::demangle(symbol).empty()) {
      std::cerr << "nothing left of " << symbol << '\n';
      return EXIT_FAILURE;
    }
  }
  std::cout << named << " of " << iterations << " damaged files still had names\n";
  // None means that the edits no longer reach what comes after opening.
  return named * 5 > iterations ? EXIT_SUCCESS : EXIT_FAILURE;
}
