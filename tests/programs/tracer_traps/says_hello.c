/* The least a program can be; also built statically. */

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char* const text = malloc(100);
  if (text == NULL) return 1;
  snprintf(text, 100, "hello");
  puts(text);
  free(text);
  return 5;
}
