#pragma once

#include <cstdint>
#include <span>

namespace ttsoak {

// The source line of a place in Python code.
//
// `lines`: the code object's co_lnotab (3.8, 3.9) or co_linetable, as it is. `version`:
// PY_VERSION_HEX >> 16. `lasti`: bytes into the code; below 0 = not started, which is the first
// line. Returns -1 where the compiler recorded no line, or the table ends before: what
// PyCode_Addr2Line() returns, too. Any bytes are safe input.
// Source: Objects/lnotab_notes.txt (3.8 to 3.10), Objects/locations.md (3.11 on).
int python_line(std::span<const std::uint8_t> lines, int first_line, std::uint32_t version,
                int lasti);

}  // namespace ttsoak
