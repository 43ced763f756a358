// Allocates 32 MB in every way in blocks that any allocator keeps in its own heap, and says by how
// much the books of the C library's own allocator grew meanwhile.

#include <malloc.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "checkpoint.h"

namespace {

size_t of_the_c_library() {
  const struct mallinfo2 books = mallinfo2();
  return books.uordblks + books.hblkhd;
}

}  // namespace

int main() {
  const size_t before = of_the_c_library();
  for (int i = 0; i < 1000; ++i) {
    memset(malloc(8000), 1, 8000);
    memset(operator new(8000), 1, 8000);
    memset(calloc(8, 1000), 1, 8000);
    memset(operator new (8000, std::align_val_t{64}), 1, 8000);
    operator delete[](operator new[](8000));
    free(realloc(malloc(10), 8000));
  }
  checkpoint("%zu", of_the_c_library() - before);
  return 0;
}
