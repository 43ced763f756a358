#include "probes/tracer/python/python_text.h"

namespace ttsoak::tracer {
namespace {

// Returns the bytes written: 1 to 4.
size_t encode(uint32_t c, char* to) {
  const auto tail = [](uint32_t bits) { return static_cast<char>(0x80 | (bits & 0x3f)); };
  const bool is_raw_byte = c >= 0xdc80 && c <= 0xdcff;
  const bool is_half_a_pair = c >= 0xd800 && c <= 0xdfff;
  if (is_raw_byte || is_half_a_pair || c < 0x80) {
    to[0] = static_cast<char>(is_raw_byte ? c - 0xdc00 : is_half_a_pair ? '?' : c);
    return 1;
  }
  if (c < 0x800) {
    to[0] = static_cast<char>(0xc0 | (c >> 6));
    to[1] = tail(c);
    return 2;
  }
  if (c < 0x10000) {
    to[0] = static_cast<char>(0xe0 | (c >> 12));
    to[1] = tail(c >> 6);
    to[2] = tail(c);
    return 3;
  }
  to[0] = static_cast<char>(0xf0 | ((c >> 18) & 7));
  to[1] = tail(c >> 12);
  to[2] = tail(c >> 6);
  to[3] = tail(c);
  return 4;
}

}  // namespace

size_t copy_text(const Interpreter& python, uintptr_t text, char* copy, size_t room) {
  if (!is_plausible(text) || load<uintptr_t>(text + 8) != python.text_type) return 0;
  const auto length = load<uint64_t>(text + 16);
  const auto state = load<uint32_t>(text + 32);
  const uint32_t kind = (state >> 2) & 7;
  const bool is_compact = (state & 0x20) != 0, is_ascii = (state & 0x40) != 0;
  const uintptr_t data = !is_compact ? load<uintptr_t>(text + python.at.compact_data)
                         : is_ascii  ? text + python.at.ascii_data
                                     : text + python.at.compact_data;
  if (data < 4096 || (kind != 1 && kind != 2 && kind != 4)) return 0;
  size_t used = 0;
  for (uint64_t i = 0; i < length && used + 4 <= room; ++i) {
    const uint32_t c = kind == 1   ? load<uint8_t>(data + i)
                       : kind == 2 ? load<uint16_t>(data + 2 * i)
                                   : load<uint32_t>(data + 4 * i);
    used += encode(c, copy + used);
  }
  return used;
}

}  // namespace ttsoak::tracer
