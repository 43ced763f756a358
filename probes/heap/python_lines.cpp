#include "probes/heap/python_lines.h"

#include <cstddef>
#include <limits>

namespace ttsoak {
namespace {

using Bytes = std::span<const std::uint8_t>;
using Wide = std::int64_t;  // sums of hostile bytes stay far below its end

constexpr int kNoLine = -1;

int narrow(Wide line) {
  return line >= 0 && line <= std::numeric_limits<int>::max() ? static_cast<int>(line) : kNoLine;
}

Wide signed_byte(std::uint8_t byte) { return static_cast<std::int8_t>(byte); }

// 3.8, 3.9: pairs (bytes of code, lines), each the distance to where the next line begins.
int line_by_starts(Bytes table, int first_line, int lasti) {
  Wide line = first_line, start = 0;
  for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
    start += table[i];
    if (start > lasti) break;
    line += signed_byte(table[i + 1]);
  }
  return narrow(line);
}

// 3.10: pairs (bytes of code, lines), each the extent of one line; -128 = without a line.
int line_by_extents(Bytes table, int first_line, int lasti) {
  Wide line = first_line, end = 0;
  for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
    const Wide step = signed_byte(table[i + 1]);
    end += table[i];
    if (step != -128) line += step;
    if (lasti < end) return step == -128 ? kNoLine : narrow(line);
  }
  return kNoLine;
}

// 6 bits a byte, the lowest first; 0x40 = more follow. The sign is in the lowest bit.
Wide read_signed(Bytes table, std::size_t at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; at < table.size() && shift < 36; ++at, shift += 6) {
    value |= std::uint64_t{table[at] & 0x3fU} << shift;
    if ((table[at] & 0x40) == 0) break;
  }
  const auto size = static_cast<Wide>(value >> 1);
  return (value & 1) != 0 ? -size : size;
}

// 3.11 on: entries of one byte with its highest bit set, and more without: a form, an extent in
// code units of two bytes, and, depending on the form, a distance in lines.
int line_by_locations(Bytes table, int first_line, int lasti) {
  constexpr unsigned kOneLine0 = 10, kOneLine2 = 12, kNoColumns = 13, kLong = 14, kNone = 15;
  Wide line = first_line, end = 0;
  for (std::size_t i = 0; i < table.size();) {
    const unsigned form = (table[i] >> 3) & 15U;
    end += (table[i] & 7) + 1;
    if (form == kLong || form == kNoColumns) line += read_signed(table, i + 1);
    if (form >= kOneLine0 && form <= kOneLine2) line += form - kOneLine0;
    if (lasti / 2 < end) return form == kNone ? kNoLine : narrow(line);
    do ++i;
    while (i < table.size() && (table[i] & 0x80) == 0);
  }
  return kNoLine;
}

}  // namespace

int python_line(Bytes lines, int first_line, std::uint32_t version, int lasti) {
  if (lasti < 0) return first_line;
  if (version < 0x030a) return line_by_starts(lines, first_line, lasti);
  if (version == 0x030a) return line_by_extents(lines, first_line, lasti);
  return line_by_locations(lines, first_line, lasti);
}

}  // namespace ttsoak
