// Says what is at an ELF virtual address: names_an_address LIBRARY ADDRESS (hexadecimal).

#include <cstdlib>
#include <iostream>

#include "probes/heap/symbolizer.h"

int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  ttsoak::Symbolizer symbolizer("/");
  for (const auto& frame :
       symbolizer.frames_at({argv[1], ""}, std::strtoull(argv[2], nullptr, 16))) {
    std::cout << frame.function << " at " << frame.file << ':' << frame.line << '\n';
  }
  return EXIT_SUCCESS;
}
