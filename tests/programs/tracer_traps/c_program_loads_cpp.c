/* A C program: nobody in its global scope has operator new or an unwinder, until it loads a C++
   library, for itself only. Argument: the library. */

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char** argv) {
  void* const library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library == NULL) return 2;
  int (*const new_and_delete)(void) = (int (*)(void))dlsym(library, "plugin_new_and_delete");
  int (*const catch_bad_alloc)(void (*)(void)) =
      (int (*)(void (*)(void)))dlsym(library, "plugin_catch");
  for (int i = 0; i < 1000; ++i) {
    if (new_and_delete() != 0) return 3;
    if (catch_bad_alloc(NULL) != 0) return 4;
  }
  puts("done");
  return dlclose(library);
}
