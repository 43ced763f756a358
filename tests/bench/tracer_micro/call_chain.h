#pragma once

// In a library of its own: the tracer takes the frames of the program that it is part of for its
// own ones, and drops them at the front of a stack.

// Calls `last(argument)` from `depth` frames, each of them a call of its own.
void call_through(int depth, void (*last)(void*), void* argument);

// The same on a new thread, whose stack has little else on it. Returns when it has ended.
void call_through_on_new_thread(int depth, void (*last)(void*), void* argument);
