#include "probes/tracer/python/offsets.h"

#include <string.h>

namespace ttsoak::tracer {
namespace {

constexpr Offsets kPython38 = {.finalizing = 16,
                               .interpreters_head = 32,
                               .current_state = 1368,
                               .thread_key = 1392,
                               .state_thread_id = 176,
                               .state_frame = 24,
                               .frame_is_boxed = false,
                               .cframe_frame = 0,
                               .frame_back = 24,
                               .frame_code = 32,
                               .frame_position = 104,
                               .frame_owner = 0,
                               .frame_is_entry = 0,
                               .code_file = 104,
                               .code_name = 112,
                               .code_qualified_name = 0,
                               .code_first_line = 40,
                               .code_lines = 120,
                               .code_first_traceable = 0,
                               .code_instructions = 0,
                               .code_version = 0,
                               .ascii_data = 48,
                               .compact_data = 72};

constexpr Offsets python_39() {
  Offsets offsets = kPython38;
  offsets.current_state = 568;
  offsets.thread_key = 584;
  return offsets;
}

constexpr Offsets python_310() {
  Offsets offsets = python_39();
  offsets.frame_position = 96;
  return offsets;
}

constexpr Offsets kPython311 = {.finalizing = 24,
                                .interpreters_head = 40,
                                .current_state = 576,
                                .thread_key = 592,
                                .state_thread_id = 152,
                                .state_frame = 56,
                                .frame_is_boxed = true,
                                .cframe_frame = 8,
                                .frame_back = 48,
                                .frame_code = 32,
                                .frame_position = 56,
                                .frame_owner = 69,
                                .frame_is_entry = 68,
                                .code_file = 112,
                                .code_name = 120,
                                .code_qualified_name = 128,
                                .code_first_line = 72,
                                .code_lines = 136,
                                .code_first_traceable = 168,
                                .code_instructions = 184,
                                .code_version = 0,
                                .ascii_data = 48,
                                .compact_data = 72};

constexpr Offsets kPython312 = {.finalizing = 24,
                                .interpreters_head = 40,
                                .current_state = 0,
                                .thread_key = 1544,
                                .state_thread_id = 136,
                                .state_frame = 56,
                                .frame_is_boxed = true,
                                .cframe_frame = 0,
                                .frame_back = 8,
                                .frame_code = 0,
                                .frame_position = 56,
                                .frame_owner = 70,
                                .frame_is_entry = 0,
                                .code_file = 112,
                                .code_name = 120,
                                .code_qualified_name = 128,
                                .code_first_line = 68,
                                .code_lines = 136,
                                .code_first_traceable = 176,
                                .code_instructions = 192,
                                .code_version = 92,
                                .ascii_data = 40,
                                .compact_data = 56};

constexpr Offsets python_313() {
  Offsets offsets = kPython312;
  offsets.finalizing = 608;
  offsets.interpreters_head = 632;
  offsets.thread_key = 2160;
  offsets.state_thread_id = 152;
  offsets.state_frame = 72;
  offsets.frame_is_boxed = false;
  offsets.code_first_traceable = 184;
  offsets.code_instructions = 200;
  return offsets;
}

// In words from the start of _PyRuntime: where the groups of the published table begin. Each group
// starts with the size of its structure.
struct Table {
  uint32_t thread_state, frame, code, object;
  uint32_t tuple_items;  // bytes; since 3.14 a tuple has its hash before them
};
constexpr Table kTables[] = {
    {19, 28, 34, 44, 24},  // 3.13
    {22, 31, 39, 50, 32},  // 3.14
};
constexpr uint32_t kRuntime = 3;
constexpr uint32_t kWordsAfterObject = 60;

// What has hardly changed since Python 3.3 and stands behind the parts that did: PyObject, then
// tp_name, tp_repr and tp_flags of PyTypeObject, then a tuple's items and length.
bool is_this_table(const uint64_t* words, const Table& table) {
  const uint64_t* const object = words + table.object;
  const bool fits = object[0] == 16 && object[1] == 8 && object[3] == 24 && object[4] == 88 &&
                    object[5] == 168 && object[7] == table.tuple_items && object[8] == 16;
  const auto inside = [words](uint32_t group, uint32_t fields) {
    const uint64_t size = words[group];
    if (size < 64 || size > 4096) return false;
    for (uint32_t i = 1; i <= fields; ++i) {
      if (words[group + i] >= size) return false;
    }
    return true;
  };
  return fits && words[kRuntime + 1] < words[kRuntime] && words[kRuntime + 2] < words[kRuntime] &&
         inside(table.thread_state, 8) && inside(table.frame, 5) && inside(table.code, 9);
}

// bytes and str stand a fixed number of groups behind the code object's; str's is looked for by
// its own signature, since dict, set and float come and go before it.
uint64_t ascii_size(const uint64_t* object) {
  for (uint32_t i = 0; i + 6 < kWordsAfterObject; ++i) {
    const uint64_t* const bytes = object + i;  // size, ob_size, ob_sval; then str
    const bool is_bytes = bytes[0] == 40 && bytes[1] == 16 && bytes[2] == 32;
    if (is_bytes && bytes[4] == 32 && bytes[5] == 16) return bytes[6];
  }
  return 0;
}

}  // namespace

bool known_offsets(uint32_t version, Offsets& offsets) {
  switch (version) {
    case 0x0308:
      offsets = kPython38;
      return true;
    case 0x0309:
      offsets = python_39();
      return true;
    case 0x030a:
      offsets = python_310();
      return true;
    case 0x030b:
      offsets = kPython311;
      return true;
    case 0x030c:
      offsets = kPython312;
      return true;
    case 0x030d:
      offsets = python_313();
      return true;
    default:
      return false;
  }
}

const char* published_offsets(const uint64_t* runtime, uint32_t hex, Offsets& offsets) {
  if (memcmp(runtime, "xdebugpy", 8) != 0) return "it publishes no offsets";
  if (runtime[1] != hex) return "its offsets are of another version";
  if (runtime[2] != 0) return "it has no GIL";
  for (const Table& table : kTables) {
    if (!is_this_table(runtime, table)) continue;
    const uint64_t ascii = ascii_size(runtime + table.object);
    if (ascii != 40) break;
    const auto word = [runtime](uint32_t index) { return static_cast<uint32_t>(runtime[index]); };
    offsets = python_313();
    offsets.finalizing = word(kRuntime + 1);
    offsets.interpreters_head = word(kRuntime + 2);
    offsets.thread_key = 0;
    offsets.state_frame = word(table.thread_state + 4);
    offsets.state_thread_id = word(table.thread_state + 5);
    offsets.frame_back = word(table.frame + 1);
    offsets.frame_code = word(table.frame + 2);
    offsets.frame_position = word(table.frame + 3);
    offsets.frame_owner = word(table.frame + 5);
    offsets.code_file = word(table.code + 1);
    offsets.code_name = word(table.code + 2);
    offsets.code_qualified_name = word(table.code + 3);
    offsets.code_lines = word(table.code + 4);
    offsets.code_first_line = word(table.code + 5);
    offsets.code_instructions = word(table.code + 9);
    // Not published, but always the last two fields before the code: an int, then co_extra.
    offsets.code_first_traceable = offsets.code_instructions - 16;
    offsets.code_version = 0;
    offsets.tuple_items = table.tuple_items;
    return nullptr;
  }
  return "its offsets are not laid out as those of 3.13 or 3.14";
}

}  // namespace ttsoak::tracer
