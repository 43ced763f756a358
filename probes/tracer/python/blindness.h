#pragma once

#include <stdint.h>

namespace ttsoak::tracer {

// Something of this interpreter cannot be seen: bits of blackbox::Blind, and why, for people.
void admit_blindness(uint32_t bits, const char* why);

// In a fork's child, for the new box.
void admit_again_after_fork();

}  // namespace ttsoak::tracer
