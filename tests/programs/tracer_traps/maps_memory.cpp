// Maps, cuts, replaces, grows and unmaps, and says after each step how many bytes of memory it has
// mapped. Address space that it only reserves does not count.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "checkpoint.h"

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kMiB = 1 << 20;

[[gnu::noinline]] char* map(size_t bytes, int protection = PROT_READ | PROT_WRITE, int flags = 0,
                            void* at = nullptr, int fd = -1) {
  if (fd < 0) flags |= MAP_ANONYMOUS;
  if ((flags & MAP_SHARED) == 0) flags |= MAP_PRIVATE;
  void* const start = mmap(at, bytes, protection, flags, fd, 0);
  if (start == MAP_FAILED) _exit(2);
  return static_cast<char*>(start);
}

void expect(bool right) {
  if (!right) _exit(3);
}

}  // namespace

int main() {
  checkpoint("nothing 0");
  char* const first = map(16 * kMiB);
  checkpoint("mapped %zu", 16 * kMiB);
  expect(munmap(first + 4 * kMiB, 4 * kMiB) == 0);
  checkpoint("hole %zu", 12 * kMiB);
  expect(munmap(first + 14 * kMiB, 2 * kMiB) == 0);
  checkpoint("end_cut %zu", 10 * kMiB);
  expect(munmap(first, kPage) == 0);
  checkpoint("start_cut %zu", 10 * kMiB - kPage);
  map(2 * kMiB, PROT_READ | PROT_WRITE, MAP_FIXED, first + 9 * kMiB);
  checkpoint("replaced_inside %zu", 10 * kMiB - kPage);
  map(4 * kMiB, PROT_READ | PROT_WRITE, MAP_FIXED, first + 4 * kMiB);
  checkpoint("hole_filled %zu", 14 * kMiB - kPage);
  map(kMiB, PROT_NONE, MAP_FIXED, first + 4 * kMiB);
  checkpoint("taken_back %zu", 13 * kMiB - kPage);
  expect(munmap(first, 16 * kMiB) == 0);
  checkpoint("all_gone 0");

  char* const reserved = map(1024 * kMiB, PROT_NONE, MAP_NORESERVE);
  checkpoint("reserved 0");
  expect(munmap(reserved, 1024 * kMiB) == 0);
  checkpoint("reserved_gone 0");

  char* moved = map(kMiB);
  checkpoint("small %zu", kMiB);
  moved = static_cast<char*>(mremap(moved, kMiB, 64 * kMiB, MREMAP_MAYMOVE));
  expect(moved != MAP_FAILED);
  checkpoint("grown %zu", 64 * kMiB);
  expect(mremap(moved, 64 * kMiB, 2 * kMiB, 0) == moved);
  checkpoint("shrunk %zu", 2 * kMiB);
  char* const place = map(8 * kMiB);
  checkpoint("place %zu", 10 * kMiB);
  moved = static_cast<char*>(
      mremap(moved, 2 * kMiB, 2 * kMiB, MREMAP_MAYMOVE | MREMAP_FIXED, place + kMiB));
  expect(moved == place + kMiB);
  checkpoint("moved_over %zu", 8 * kMiB);
  expect(mremap(moved, kMiB, ~size_t{0} / 2, 0) == MAP_FAILED);
  checkpoint("failed_to_grow %zu", 8 * kMiB);
  expect(munmap(place + 1, kPage) != 0);  // not a page's start
  checkpoint("failed_to_unmap %zu", 8 * kMiB);
  expect(munmap(place, 8 * kMiB) == 0);
  checkpoint("nothing_again 0");

  for (int i = 0; i < 5000; ++i) map(kPage + kPage * static_cast<size_t>(i % 3));
  checkpoint("more_than_there_is_room_for 0");
  return 0;
}
