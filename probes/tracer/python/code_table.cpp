#include "probes/tracer/python/code_table.h"

#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/python/python_text.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * kOdd;
  return hash ^ (hash >> 29);
}

uint64_t hash_bytes(uint64_t hash, const char* bytes, size_t size) {
  hash = mix(hash, size);
  uint64_t word = 0;
  for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
    memcpy(&word, bytes, sizeof word);
    hash = mix(hash, word);
  }
  word = 0;
  if (size > 0) memcpy(&word, bytes, size);
  return mix(hash, word);
}

// A bytes object.
struct Bytes {
  const char* data = nullptr;
  size_t size = 0;
};

constexpr size_t kLongestLines = 64 << 10;  // lines beyond are those of the code's start
Bytes lines_of(const Interpreter& python, uintptr_t code) {
  const auto lines = load<uintptr_t>(code + python.at.code_lines);
  if (!is_plausible(lines) || load<uintptr_t>(lines + 8) != python.bytes_type) return {};
  const auto size = load<uint64_t>(lines + 16);
  if (size > kLongestLines) return {};
  return {reinterpret_cast<const char*>(lines + 32), size};
}

// What tells a code object from another one that took its place in memory, at little cost.
uint64_t identity(const Interpreter& python, uintptr_t code) {
  const Offsets& at = python.at;
  uint64_t hash = mix(kOdd, code);
  hash = mix(hash, load<uintptr_t>(code + at.code_file));
  hash = mix(hash, load<uintptr_t>(code + (at.code_qualified_name != 0 ? at.code_qualified_name
                                                                       : at.code_name)));
  hash = mix(hash, load<uintptr_t>(code + at.code_lines));
  hash = mix(hash, load<uint32_t>(code + at.code_first_line));
  if (at.code_version != 0) return mix(hash, load<uint32_t>(code + at.code_version));
  const Bytes lines = lines_of(python, code);
  hash = mix(hash, lines.size);
  if (lines.size < sizeof hash) return hash_bytes(hash, lines.data, lines.size);
  uint64_t first = 0, last = 0;
  memcpy(&first, lines.data, sizeof first);
  memcpy(&last, lines.data + lines.size - sizeof last, sizeof last);
  return mix(mix(hash, first), last);
}

// Identity to slot: 48 bits of the one, 16 of the other, in a word that is whole at any time. A
// newcomer takes the place of whoever had it.
constexpr uint32_t kRemembered = 4096;
constexpr uint64_t kSlotBits = 0xffff;
uint64_t g_remembered[kRemembered];

// File names are shared by many code objects. Text::offset << 32 | Text::size.
constexpr uint32_t kFiles = 1024;
uint64_t g_files[kFiles];

Text append_file(const char* name, size_t size) {
  uint64_t& place = g_files[hash_bytes(kOdd, name, size) % kFiles];
  const uint64_t packed = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
  const Text known{static_cast<uint32_t>(packed >> 32), static_cast<uint32_t>(packed)};
  if (known.size == size && size != 0 && memcmp(g_box.bytes + known.offset, name, size) == 0) {
    return known;
  }
  const Text text = append_bytes(name, size);
  __atomic_store_n(&place, (uint64_t{text.offset} << 32) | text.size, __ATOMIC_RELEASE);
  return text;
}

struct Description {
  char file[640];
  char name[256];
  size_t file_size, name_size;
  Bytes lines;
  uint32_t first_line;
  uint64_t hash;
};

void describe(const Interpreter& python, uintptr_t code, Description& about) {
  const Offsets& at = python.at;
  about.file_size =
      copy_text(python, load<uintptr_t>(code + at.code_file), about.file, sizeof about.file);
  const uint32_t name = at.code_qualified_name != 0 ? at.code_qualified_name : at.code_name;
  about.name_size = copy_text(python, load<uintptr_t>(code + name), about.name, sizeof about.name);
  about.lines = lines_of(python, code);
  about.first_line = load<uint32_t>(code + at.code_first_line);
  about.hash = hash_bytes(kOdd, about.file, about.file_size);
  about.hash = hash_bytes(about.hash, about.name, about.name_size);
  about.hash = hash_bytes(about.hash, about.lines.data, about.lines.size);
  about.hash = mix(about.hash, about.first_line);
}

uint32_t fill_slot(const Interpreter& python, uintptr_t code, const Description& about) {
  Header& header = *g_box.header;
  const uint32_t id = take_element(&header.codes_used, header.codes.capacity);
  if (id == 0) return 0;
  CodeSlot& slot = g_box.codes[id];
  slot.check = about.hash;
  slot.file = append_file(about.file, about.file_size);
  slot.name = append_bytes(about.name, about.name_size);
  slot.lines = append_bytes(about.lines.data, about.lines.size);
  slot.first_line = about.first_line;
  slot.version = python.version;
  if (slot.name.size != about.name_size) count_loss(&header.losses.code_table_full);
  __atomic_store_n(&slot.address, code, __ATOMIC_RELEASE);
  return id;
}

// Two threads may fill a slot for the same code at once; the index has one of them.
uint32_t intern(const Interpreter& python, uintptr_t code) {
  constexpr uint64_t kProbes = 128;
  Description about;
  describe(python, code, about);
  const uint64_t capacity = g_box.header->code_index.capacity;
  uint32_t own = 0;
  for (uint64_t i = 0; i < kProbes; ++i) {
    uint32_t& entry = g_box.code_index[(about.hash + i) % capacity];
    uint32_t id = __atomic_load_n(&entry, __ATOMIC_ACQUIRE);
    if (id == 0) {
      if (own == 0) own = fill_slot(python, code, about);
      if (own == 0) return 0;
      if (__atomic_compare_exchange_n(&entry, &id, own, false, __ATOMIC_RELEASE,
                                      __ATOMIC_ACQUIRE)) {
        return own;
      }
    }
    if (g_box.codes[id].check == about.hash) return id;
  }
  return own;
}

}  // namespace

uint32_t code_slot(const Interpreter& python, uintptr_t code) {
  const uint64_t hash = identity(python, code);
  uint64_t& place = g_remembered[(hash >> 16) % kRemembered];
  const uint64_t remembered = __atomic_load_n(&place, __ATOMIC_RELAXED);
  if ((remembered & ~kSlotBits) == (hash & ~kSlotBits) && (remembered & kSlotBits) != 0) {
    return static_cast<uint32_t>(remembered & kSlotBits);
  }
  const uint32_t id = intern(python, code);
  if (id != 0 && id <= kSlotBits) {
    __atomic_store_n(&place, (hash & ~kSlotBits) | id, __ATOMIC_RELAXED);
  }
  return id;
}

void forget_code_slots() {
  memset(g_remembered, 0, sizeof g_remembered);
  memset(g_files, 0, sizeof g_files);
}

}  // namespace ttsoak::tracer
