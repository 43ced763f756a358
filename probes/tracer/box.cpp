#include "probes/tracer/box.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "probes/tracer/options.h"

namespace ttsoak::tracer {

using namespace blackbox;

Box g_box;

namespace {

constexpr uint64_t kPage = 4096;

// What the tables hold at most. Without the bytes and the reply, which are put away, they stay
// below 7.5 MiB of memory.
constexpr uint64_t kThreads = 2048;
constexpr uint64_t kLiveBuckets = 16384;  // 131,072 samples, 3 MiB
constexpr uint64_t kStacks = 16384;
constexpr uint64_t kFrames = 65536;
constexpr uint64_t kMappings = 2048;
constexpr uint64_t kModules = 1024;
constexpr uint64_t kCodes = 8192;
constexpr uint64_t kBytes = 3 << 19;
constexpr uint64_t kReply = 1 << 20;
constexpr uint64_t kOccupants = 65536;  // 1 GiB of heap

char g_directory[512];
char g_path[600];
uint32_t* g_mark = nullptr;  // 1; 0 in a copy of the process that was not marked anew

uint64_t pages(uint64_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

template <typename Element>
void place(Area& area, uint64_t capacity, uint64_t& end) {
  area = {end, capacity};
  end += pages(capacity * sizeof(Element));
}

// Returns the size of the file.
uint64_t plan(Header& header) {
  uint64_t end = kPage;
  place<Counters>(header.counters, kThreads, end);
  place<LiveBucket>(header.live, kLiveBuckets, end);
  place<StackSlot>(header.stacks, kStacks, end);
  place<uint32_t>(header.stack_index, 2 * kStacks, end);
  place<FrameNode>(header.frames, kFrames, end);
  place<uint32_t>(header.frame_index, 2 * kFrames, end);
  place<MappingSlot>(header.mappings, kMappings, end);
  place<ModuleSlot>(header.modules, kModules, end);
  place<CodeSlot>(header.codes, kCodes, end);
  place<uint32_t>(header.code_index, 2 * kCodes, end);
  place<char>(header.bytes, kBytes, end);
  place<char>(header.reply, kReply, end);
  place<Occupant>(header.occupants, kOccupants, end);
  return end;
}

template <typename Element>
void point(Element*& table, const Area& area, char* base) {
  table = reinterpret_cast<Element*>(base + area.offset);
}

void point_into(char* base) {
  Header& header = *reinterpret_cast<Header*>(base);
  point(g_box.counters, header.counters, base);
  point(g_box.live, header.live, base);
  g_box.live_mask = header.live.capacity - 1;
  point(g_box.stacks, header.stacks, base);
  point(g_box.stack_index, header.stack_index, base);
  point(g_box.frames, header.frames, base);
  point(g_box.frame_index, header.frame_index, base);
  point(g_box.mappings, header.mappings, base);
  point(g_box.modules, header.modules, base);
  point(g_box.codes, header.codes, base);
  point(g_box.code_index, header.code_index, base);
  point(g_box.bytes, header.bytes, base);
  point(g_box.reply, header.reply, base);
  point(g_box.occupants, header.occupants, base);
  g_box.header = &header;
}

uint64_t boot_time_ns() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000 + static_cast<uint64_t>(now.tv_nsec);
}

void describe(Header& header, bool forked) {
  header.version = kVersion;
  header.header_bytes = sizeof(Header);
  header.started_ns = boot_time_ns();
  header.pid = getpid();
  header.parent_pid = getppid();
  header.forked = forked ? 1 : 0;
  header.base_rate = g_options.rate;
  header.rate = g_options.rate;
  header.floor_bytes = g_options.floor_bytes;
  header.always_bytes = g_options.always_bytes;
  if (header.base_rate == 0) header.blind |= kCountersOnly;
  header.stacks_used = header.frames_used = header.codes_used = 1;
  header.bytes_used = 1;
  const ssize_t length = readlink("/proc/self/exe", header.program, sizeof header.program - 1);
  if (length < 0) header.program[0] = '\0';
}

// Anonymous memory, empty in the child of a fork.
void mark_process() {
  if (g_mark == nullptr) {
    const long page = syscall(SYS_mmap, nullptr, kPage, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == -1) return;
    void* const start = reinterpret_cast<void*>(page);
    if (madvise(start, kPage, MADV_WIPEONFORK) != 0) return;
    g_mark = static_cast<uint32_t*>(start);
  }
  *g_mark = 1;
}

// The number of the namespace in which the process has its pid: containers that share a directory
// for black boxes have a process 1 each. "0" where /proc does not tell.
class PidNamespace {
 public:
  PidNamespace() {
    // man 7 namespaces: "pid:[4026531836]"
    const ssize_t length = readlink("/proc/self/ns/pid", text_, sizeof text_ - 1);
    if (length > 6 && text_[length - 1] == ']') text_[length - 1] = '\0';
  }
  [[nodiscard]] const char* number() const { return text_[0] == 'p' ? text_ + 5 : "0"; }

 private:
  char text_[32] = {};
};

// `at` null: anywhere; else the mapping replaces what is there.
const char* map_new_file(char* at, bool forked) {
  Header planned{};
  const uint64_t size = plan(planned);
  // A file beyond the limit would cost the process a signal that kills it.
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size) {
    errno = EFBIG;
    return "the black box cannot be created";
  }
  // A program that execs keeps its pid, and its memory of before is gone: so is its black box.
  snprintf(g_path, sizeof g_path, "%s/%d-%s.blackbox", g_directory, getpid(),
           PidNamespace().number());
  unlink(g_path);
  const int fd = open(g_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return "the black box cannot be created";
  int failure = posix_fallocate(fd, 0, static_cast<off_t>(size));
  void* base = MAP_FAILED;
  if (failure == 0) {
    // By system call: mmap() is one of our own hooks, and hooks need a black box.
    base = reinterpret_cast<void*>(syscall(SYS_mmap, at, size, PROT_READ | PROT_WRITE,
                                           MAP_SHARED | (at != nullptr ? MAP_FIXED : 0), fd, 0));
    if (base == MAP_FAILED) failure = errno;
  }
  close(fd);
  if (failure != 0) {
    unlink(g_path);
    errno = failure;
    return failure == ENOSPC ? "no room for the black box" : "the black box cannot be mapped";
  }
  planned.file_bytes = size;
  Header& header = *static_cast<Header*>(base);
  memcpy(&header, &planned, sizeof planned);
  describe(header, forked);
  point_into(static_cast<char*>(base));
  mark_process();
  __atomic_store_n(&header.magic, kMagic, __ATOMIC_RELEASE);
  return nullptr;
}

}  // namespace

const char* create_box(const char* directory) {
  const size_t size = strlen(directory) + 1;
  if (size > sizeof g_directory) return "the directory's name is too long";
  memcpy(g_directory, directory, size);
  return map_new_file(nullptr, false);
}

const char* recreate_box_after_fork() {
  const uint64_t own_mapped_bytes = g_box.header->own_mapped_bytes;
  const char* const problem = map_new_file(reinterpret_cast<char*>(g_box.header), true);
  if (problem == nullptr) {
    g_box.header->own_mapped_bytes = own_mapped_bytes;  // inherited, too
  } else {
    leave_box();
  }
  return problem;
}

bool is_unannounced_copy() { return g_mark != nullptr && *g_mark == 0; }

void leave_box() {
  syscall(SYS_mmap, g_box.header, g_box.header->file_bytes, PROT_READ | PROT_WRITE,
          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

const char* box_path() { return g_path; }

void remove_box() { unlink(g_path); }

uint32_t take_element(uint32_t* used, uint64_t capacity) {
  uint32_t next = __atomic_load_n(used, __ATOMIC_RELAXED);
  do {
    if (next >= capacity) return 0;
  } while (!__atomic_compare_exchange_n(used, &next, next + 1, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
  return next;
}

Text append_bytes(const void* bytes, size_t size) {
  if (size == 0) return {0, 0};
  Header& header = *g_box.header;
  uint32_t offset = __atomic_load_n(&header.bytes_used, __ATOMIC_RELAXED);
  do {
    if (offset + size > header.bytes.capacity) return {0, 0};
  } while (!__atomic_compare_exchange_n(&header.bytes_used, &offset,
                                        static_cast<uint32_t>(offset + size), true,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  memcpy(g_box.bytes + offset, bytes, size);
  return {offset, static_cast<uint32_t>(size)};
}

void put_away_what_is_read_from_the_file() {
  const Header& header = *g_box.header;
  syscall(SYS_madvise, g_box.bytes, pages(header.bytes.capacity), MADV_DONTNEED);
  syscall(SYS_madvise, g_box.reply, pages(header.reply.capacity), MADV_DONTNEED);
}

void note(const char* text) {
  char* const end = g_box.header->note;
  const size_t length = strlen(end);
  const size_t room = sizeof g_box.header->note - length;
  if (strlen(text) + 3 > room) return;
  snprintf(end + length, room, "%s%s", length > 0 ? "; " : "", text);
}

}  // namespace ttsoak::tracer
