#pragma once

#include <unistd.h>

#include <cerrno>

// Returns when whoever started us closes our standard input, or has ended: no test program outlives
// its test, not even one that is killed.
inline void wait_for_end_of_input() {
  char byte = 0;
  ssize_t n = 0;
  do {
    n = ::read(STDIN_FILENO, &byte, 1);
  } while (n > 0 || (n < 0 && errno == EINTR));
}
