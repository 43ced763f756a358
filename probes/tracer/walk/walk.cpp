#include "probes/tracer/walk/walk.h"

#include <dlfcn.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/next.h"
#include "probes/tracer/reply_file.h"
#include "probes/tracer/walk/find_arena.h"
#include "probes/tracer/walk/mapped_blocks.h"
#include "probes/tracer/walk/tcaches.h"
#include "probes/tracer/walk/walk_arena.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr uint64_t kMostArenas = 65536;
constexpr uint64_t kMostMapped = 1 << 20;
constexpr uint64_t kMostTcaches = 1 << 20;
constexpr uint64_t kSpareBlocks = 1 << 20;  // the heap may grow while we walk

Arena* next_of(const Arena* arena) { return reinterpret_cast<Arena*>(arena->next); }

// What the arenas have from the system. A block has 32 bytes at least.
uint64_t system_bytes(const Arena* main_arena) {
  uint64_t bytes = 0;
  uint64_t arenas = 0;
  const Arena* arena = main_arena;
  do {
    bytes += arena->system_bytes;
    arena = next_of(arena);
  } while (arena != main_arena && ++arenas < kMostArenas);
  return bytes;
}

bool reserve(uint64_t heap_bytes, HeapLog& log) {
  const uint64_t most_blocks = heap_bytes / 32 + heap_bytes / 128 + kSpareBlocks;
  const bool reserved = log.arenas.reserve(kMostArenas) &&
                        log.regions.reserve(heap_bytes / kPageBytes + kMostArenas) &&
                        log.blocks.reserve(most_blocks) && log.cached.reserve(most_blocks) &&
                        log.mapped.reserve(kMostMapped) && log.tcaches.reserve(kMostTcaches);
  return reserved || log.fail(WalkOutcome::no_memory);
}

bool walk_glibc(bool outline, HeapLog& log) {
  const int version = glibc_version();
  if (version < kOldestGlibc || version > kNewestGlibc || !g_reads_block_headers) {
    return log.fail(WalkOutcome::unknown_version);
  }
  Arena* const main_arena = find_main_arena();
  if (main_arena == nullptr) return log.fail(WalkOutcome::arena_not_found);
  if (!reserve(system_bytes(main_arena), log)) return false;
  Arena* arena = main_arena;
  do {
    if (!walk_arena(*arena, arena == main_arena, outline, log)) return false;
    arena = next_of(arena);
  } while (arena != main_arena);
  if (!outline) list_tcaches(log);
  list_mapped_blocks(log);
  return true;
}

using Mallctl = int(const char*, void*, size_t*, void*, size_t);

uint64_t figure_of(Mallctl* mallctl, const char* name) {
  size_t value = 0;
  size_t size = sizeof value;
  return mallctl(name, &value, &size, nullptr, 0) == 0 ? value : 0;
}

void describe_jemalloc(WalkHeader& header) {
  auto* const mallctl = reinterpret_cast<Mallctl*>(dlsym(RTLD_DEFAULT, "mallctl"));
  if (mallctl == nullptr) return;
  const char* version = nullptr;
  size_t size = sizeof version;
  if (mallctl("version", &version, &size, nullptr, 0) != 0) return;
  snprintf(header.allocator, sizeof header.allocator, "jemalloc %s", version);
  uint64_t epoch = 1;
  mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch);
  header.jemalloc_allocated_bytes = figure_of(mallctl, "stats.allocated");
  header.jemalloc_active_bytes = figure_of(mallctl, "stats.active");
  header.jemalloc_metadata_bytes = figure_of(mallctl, "stats.metadata");
  header.jemalloc_resident_bytes = figure_of(mallctl, "stats.resident");
  // 4096 stands for all arenas (MALLCTL_ARENAS_ALL).
  header.jemalloc_dirty_bytes = kPageBytes * figure_of(mallctl, "stats.arenas.4096.pdirty");
  header.jemalloc_muzzy_bytes = kPageBytes * figure_of(mallctl, "stats.arenas.4096.pmuzzy");
}

// The mailbox's own space for a reply, which is in the box and needs no disk.
class MailboxReply {
 public:
  void append(const void* bytes, size_t size) {
    if (size > g_box.header->reply.capacity - written_) failure_ = E2BIG;
    if (failure_ != 0) return;
    memcpy(g_box.reply + written_, bytes, size);
    written_ += size;
  }
  int finish(uint64_t& reply_bytes) const {
    reply_bytes = failure_ == 0 ? written_ : 0;
    return failure_;
  }

 private:
  uint64_t written_ = 0;
  int failure_ = 0;
};

template <typename Element, typename Reply>
void append(const Log<Element>& log, Reply& reply) {
  reply.append(log.data(), log.size() * sizeof(Element));
}

template <typename Reply>
int write_reply(HeapLog& log, uint64_t& reply_bytes) {
  Reply reply;
  WalkHeader& header = log.header;
  header.magic = kWalkMagic;
  const bool complete = header.outcome == static_cast<uint32_t>(WalkOutcome::complete);
  if (complete) {
    header.arenas = log.arenas.size();
    header.regions = log.regions.size();
    header.blocks = log.blocks.size();
    header.cached = log.cached.size();
    header.mapped = log.mapped.size();
  }
  reply.append(&header, sizeof header);
  if (complete) {
    append(log.arenas, reply);
    append(log.regions, reply);
    append(log.blocks, reply);
    append(log.cached, reply);
    append(log.mapped, reply);
  }
  return reply.finish(reply_bytes);
}

}  // namespace

int answer_walk(uint64_t argument, uint64_t& reply_bytes) {
  HeapLog log;
  const bool outline = (argument & kWalkOutline) != 0;
  if (g_is_glibc) {
    snprintf(log.header.allocator, sizeof log.header.allocator, "glibc %s", gnu_get_libc_version());
    walk_glibc(outline, log);
  } else {
    describe_jemalloc(log.header);
    log.fail(WalkOutcome::other_allocator);
  }
  return outline ? write_reply<MailboxReply>(log, reply_bytes)
                 : write_reply<ReplyFile>(log, reply_bytes);
}

}  // namespace ttsoak::tracer
