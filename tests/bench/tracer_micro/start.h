#pragma once

#include <cstdint>

namespace ttsoak::tracer {

// The tracer without its hooks, brought up as probes/tracer/start.cpp does, with a black box in a
// new directory that is removed at once: nothing is sampled but what a benchmark asks for.
// Aborts the program where it cannot.
void start_without_hooks();

// Empties the tables of stacks, which have no other way back.
void forget_stacks();

// Of a stack taken: how many frames it has.
std::uint32_t frames_of(std::uint32_t stack);

}  // namespace ttsoak::tracer
