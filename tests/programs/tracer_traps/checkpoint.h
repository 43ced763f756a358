#pragma once

#include <unistd.h>

#include <cstdarg>
#include <cstdio>

// Says a line and waits until the test has read the black box, without touching the heap. Goes on
// at once where nobody is there to answer.
[[gnu::format(printf, 1, 2)]] inline void checkpoint(const char* format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  line[length++] = '\n';
  char answer = 0;
  if (write(STDOUT_FILENO, line, static_cast<size_t>(length)) == length) {
    if (read(STDIN_FILENO, &answer, 1) < 0) _exit(99);
  }
}
