#include "probes/tracer/answers.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/python/holders/answer.h"
#include "probes/tracer/walk/walk.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

// struct mallinfo2 came with glibc 2.33; this library must load on 2.28.
struct MallocInfo2 {
  size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
};

// Looked up at each request: these are rare, and a jemalloc may have come with a library.
template <typename Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

using Mallctl = int(const char*, void*, size_t*, void*, size_t);

uint64_t read_jemalloc(Mallctl* mallctl, const char* name) {
  size_t value = 0;
  size_t size = sizeof value;
  return mallctl(name, &value, &size, nullptr, 0) == 0 ? value : 0;
}

void fill_glibc(AllocatorFigures& figures) {
  auto* const mallinfo2 = find<MallocInfo2()>("mallinfo2");
  if (mallinfo2 == nullptr) return;
  const MallocInfo2 info = mallinfo2();
  figures.arena_bytes = info.arena;
  figures.mmapped_bytes = info.hblkhd;
  figures.mmapped_blocks = info.hblks;
  figures.in_use_bytes = info.uordblks;
  figures.free_bytes = info.fordblks;
  figures.free_chunks = info.ordblks;
  figures.top_bytes = info.keepcost;
}

void fill_jemalloc(AllocatorFigures& figures) {
  auto* const mallctl = find<Mallctl>("mallctl");
  if (mallctl == nullptr) return;
  uint64_t epoch = 1;
  mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);
  figures.jemalloc_active_bytes = read_jemalloc(mallctl, "stats.active");
  figures.jemalloc_allocated_bytes = read_jemalloc(mallctl, "stats.allocated");
  figures.jemalloc_resident_bytes = read_jemalloc(mallctl, "stats.resident");
  figures.jemalloc_mapped_bytes = read_jemalloc(mallctl, "stats.mapped");
}

// malloc_info() into memory of our own: a growing stream would live in the heap it describes.
uint64_t write_malloc_info(char* to, uint64_t room) {
  FILE* const out = fmemopen(to, room, "w");
  if (out == nullptr) return 0;
  setvbuf(out, nullptr, _IONBF, 0);
  const int failure = malloc_info(0, out);
  const long length = failure == 0 && ferror(out) == 0 ? ftell(out) : 0;
  fclose(out);
  return length > 0 ? static_cast<uint64_t>(length) : 0;
}

uint64_t answer_figures() {
  AllocatorFigures figures{};
  fill_glibc(figures);
  fill_jemalloc(figures);
  memcpy(g_box.reply, &figures, sizeof figures);
  const uint64_t room = g_box.header->reply.capacity - sizeof figures;
  return sizeof figures + write_malloc_info(g_box.reply + sizeof figures, room);
}

int purge_jemalloc() {
  auto* const mallctl = find<Mallctl>("mallctl");
  // 4096 stands for all arenas (MALLCTL_ARENAS_ALL).
  return mallctl != nullptr ? mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0) : ENOSYS;
}

}  // namespace

int answer_command(Command command, uint64_t argument, uint64_t& reply_bytes) {
  reply_bytes = 0;
  switch (command) {
    case Command::allocator_figures:
      reply_bytes = answer_figures();
      return 0;
    case Command::trim:
      malloc_trim(0);
      return 0;
    case Command::purge:
      return purge_jemalloc();
    case Command::none:
      return 0;
    case Command::walk:
      return answer_walk(argument, reply_bytes);
    case Command::python_snapshot:
    case Command::python_run:
    case Command::python_collect:
      return answer_python(command, argument, reply_bytes);
  }
  return EINVAL;
}

}  // namespace ttsoak::tracer
