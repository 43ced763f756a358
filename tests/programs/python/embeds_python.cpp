// Loads an interpreter long after its start, into a scope of its own, and runs a program in it.
//
//   embeds_python LIBPYTHON PROGRAM
//
// Waits until the tracer under test has settled in between. Prints how many of the stacks that it
// took had Python frames, and how many did not fit.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>

#include "tests/integration/python_frames/preload.h"

namespace {

template <typename Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace

int main(int, char** arguments) {
  const auto figures = find<decltype(frames_figures)>(RTLD_DEFAULT, "frames_figures");
  void* const python = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (figures == nullptr || python == nullptr) {
    std::printf("%s\n", python == nullptr ? dlerror() : "not preloaded");
    return 2;
  }
  find<void()>(python, "Py_Initialize")();
  const auto run = find<int(const char*)>(python, "PyRun_SimpleString");
  FramesFigures now{};
  for (int i = 0; i < 5000 && now.is_settled == 0; ++i, usleep(1000)) {
    run("for _ in range(10): kept = [0] * 1000");
    figures(&now);
  }

  FramesFigures before{}, after{};
  figures(&before);
  const int failed = run(arguments[2]);
  figures(&after);
  std::printf("with Python: %d, misfits: %d, wrong lines: %d\n",
              static_cast<int>(after.with_python - before.with_python > 100),
              static_cast<int>(after.mismatches), static_cast<int>(after.lines_wrong));
  return failed;
}
