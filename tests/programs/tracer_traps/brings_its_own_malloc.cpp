// Linked with an allocator, which therefore comes before any that is preloaded.

#include <cstdlib>
#include <cstring>

#include "checkpoint.h"

int main() {
  for (int i = 0; i < 10000; ++i) memset(malloc(1000), 1, 1000);
  checkpoint("allocated");
  return 0;
}
