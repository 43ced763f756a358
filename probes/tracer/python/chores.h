#pragma once

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {

// What has to be done inside the interpreter: its main thread does it between two instructions
// (Py_AddPendingCall). No thread of ours ever enters the interpreter: one that waits for the GIL
// while the interpreter ends is freed under its feet, and small programs end at once.
//
// They are asked for from a sample of a thread that has the GIL, since the interpreter cannot end
// meanwhile. Without samples, or with a main thread that never comes back from C, they stay undone.
enum class Chore : uint32_t {
  settle = 1U << 0,  // guard its end, wrap pymalloc
  check = 1U << 1,   // is pymalloc still wrapped? Can its end be guarded by now?
};

void want_chore(Chore chore);
bool are_chores_wanted();

// On the sampling path, with the calling thread's state attached. errno is kept.
void ask_for_chores(const Interpreter& python);

bool is_settled();  // pymalloc is wrapped, or cannot be
bool is_guarded();  // and its end is watched for

// In a fork's child: the main thread may not have come to it, and does not know of it any more.
void ask_again_after_fork();

}  // namespace ttsoak::tracer
