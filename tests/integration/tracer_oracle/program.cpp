// Holds and hands back memory from known places, each in an amount of its own, for two observers
// to agree upon. What it holds it still holds when it ends.

#include <cstdlib>
#include <initializer_list>
#include <new>

namespace {

constexpr std::size_t kMega = 1 << 20;

struct Held {
  Held* next;
};
Held* g_held = nullptr;

void hold(void* block) {
  if (block == nullptr) std::abort();
  auto* const held = static_cast<Held*>(block);
  held->next = g_held;
  g_held = held;
}

}  // namespace

// Each a frame of its own, with a name in the symbol table: the observers read no more than that.
// The sizes are such that glibc and jemalloc round them alike, to within 4 %.
#define ORACLE_FRAME extern "C" [[gnu::noipa]] void

extern "C" [[gnu::noipa]] void* make_block(std::size_t size) { return std::malloc(size); }

ORACLE_FRAME load_voices() {
  for (std::size_t i = 0; i < 64 * kMega / 1024; ++i) hold(make_block(1024));
}

// Through the same function: only the stack tells the two apart.
ORACLE_FRAME cache_audio() {
  for (std::size_t i = 0; i < 40 * kMega / 5120; ++i) hold(make_block(5120));
}

ORACLE_FRAME index_texts() {
  for (std::size_t i = 0; i < 24 * kMega / 320; ++i) hold(std::calloc(1, 320));
}

ORACLE_FRAME grow_queues() {
  for (std::size_t i = 0; i < 16 * kMega / 2048; ++i) {
    void* queue = nullptr;
    for (const std::size_t size : {512UL, 1024UL, 2048UL}) queue = std::realloc(queue, size);
    hold(queue);
  }
}

ORACLE_FRAME remember_requests() {
  for (std::size_t i = 0; i < 10 * kMega / 256; ++i) hold(::operator new(256));
}

// Most of all, and all of it freed.
ORACLE_FRAME borrow_buffers() {
  for (std::size_t i = 0; i < 160 * kMega / 4096; ++i) std::free(std::malloc(4096));
}

int main() {
  borrow_buffers();
  remember_requests();
  load_voices();
  grow_queues();
  cache_audio();
  index_texts();
  borrow_buffers();
}
