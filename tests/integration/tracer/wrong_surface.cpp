// What the tracer must not be: it needs the C++ runtime and a new C library, and shows the wrong
// things. surface_test.sh must refuse it.

#include <pthread.h>

#include <string>

std::string g_text = "wrong";

void show_yourself() {
  pthread_t thread;  // of GLIBC_2.34, where it moved into libc
  pthread_create(
      &thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
}
