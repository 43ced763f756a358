#pragma once

#include <stdint.h>

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {

// The CodeSlot of a code object in the black box: copied there at first sight, since the object
// may be gone when somebody wants its name. 0: no room. Lock-free; any thread, any number.
//
// Found by address, where it stands unchanged; else by content, so that a program which compiles
// the same text over and over fills one slot and not the table.
uint32_t code_slot(const Interpreter& python, uintptr_t code);

// In a fork's child, whose box is empty.
void forget_code_slots();

}  // namespace ttsoak::tracer
