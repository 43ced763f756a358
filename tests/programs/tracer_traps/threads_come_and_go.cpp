// Many threads, a few at a time or all at once, of 64 KiB of stack. Each allocates and frees known
// blocks, and one more when it is almost gone, in the destructor of a key.
// Arguments: number of threads, how many at a time. Says what they allocated and what they kept.

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <vector>

#include "checkpoint.h"

namespace {

constexpr int kBlocks = 16;
constexpr size_t kBlockBytes = 100000;  // from the arena: not mapped on its own
constexpr size_t kLateBytes = 5000, kKeptBytes = 1000;

pthread_key_t g_key;
pthread_barrier_t g_all_there;

// After the tracer's own destructor, whose key is older.
void allocate_late(void* kept) {
  free(kept);
  void* volatile late = malloc(kLateBytes);
  free(late);
}

void* work(void*) {
  for (int i = 0; i < kBlocks; ++i) {
    void* volatile block = malloc(kBlockBytes);
    free(block);
  }
  pthread_setspecific(g_key, malloc(kLateBytes));
  pthread_barrier_wait(&g_all_there);
  return malloc(kKeptBytes);
}

}  // namespace

int main(int, char** argv) {
  const int threads = atoi(argv[1]);
  const int at_a_time = atoi(argv[2]);
  pthread_key_create(&g_key, allocate_late);
  pthread_barrier_init(&g_all_there, nullptr, static_cast<unsigned>(at_a_time));
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  std::vector<pthread_t> running(static_cast<size_t>(at_a_time));

  checkpoint("start");
  for (int i = 0; i < threads; i += at_a_time) {
    for (pthread_t& thread : running) {
      if (pthread_create(&thread, &attributes, work, nullptr) != 0) return 2;
    }
    for (const pthread_t thread : running) {
      void* kept = nullptr;
      pthread_join(thread, &kept);
    }
  }
  const auto count = static_cast<size_t>(threads);
  checkpoint("%zu %zu", count * (kBlocks * kBlockBytes + 2 * kLateBytes + kKeptBytes),
             count * kKeptBytes);
  return 0;
}
