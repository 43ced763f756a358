#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probes/blackbox/layout.h"
#include "probes/tracer/box.h"
#include "probes/tracer/python/blindness.h"
#include "probes/tracer/python/chores.h"
#include "probes/tracer/python/code_table.h"
#include "probes/tracer/python/holders/entry.h"
#include "probes/tracer/python/interpreter.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/python/runtime_fields.h"
#include "probes/tracer/python/thread_state.h"

namespace ttsoak::tracer {
namespace {

Interpreter g_found;
const Interpreter* g_published = nullptr;
void* g_library = nullptr;
uint32_t g_version = 0;  // also of a refused one
bool g_is_refused = false;
uint64_t g_loads_searched = 0;

uintptr_t symbol(const char* name) { return reinterpret_cast<uintptr_t>(dlsym(g_library, name)); }

struct Search {
  uint64_t loads = 0;
  char path[512] = "";
};

// An embedding program may have libpython in a scope of its own, where RTLD_DEFAULT does not look.
int find_library(dl_phdr_info* info, size_t, void* search_) {
  Search& search = *static_cast<Search*>(search_);
  search.loads = info->dlpi_adds;
  if (search.loads == g_loads_searched) return 1;
  const char* const path = info->dlpi_name != nullptr ? info->dlpi_name : "";
  const size_t length = strlen(path);
  const char* const name = strstr(path, "/libpython3.");
  if (name == nullptr || length >= sizeof search.path) return 0;
  memcpy(search.path, path, length + 1);
  return 1;
}

// False: there is no interpreter. Cheap while no library was loaded since the last call.
bool find_interpreter_library() {
  Search search;
  dl_iterate_phdr(find_library, &search);
  if (search.loads == g_loads_searched) return false;
  g_loads_searched = search.loads;
  g_library = nullptr;  // RTLD_DEFAULT
  if (symbol("Py_GetVersion") != 0) return true;
  if (search.path[0] == '\0') return false;
  g_library = dlopen(search.path, RTLD_LAZY | RTLD_NOLOAD);
  return g_library != nullptr && symbol("Py_GetVersion") != 0;
}

// PY_VERSION_HEX, as far as it is known: up to 3.10 the interpreter only says "3.8.18 (main, ...".
uint32_t version_hex(const char* text) {
  if (const uintptr_t hex = symbol("Py_Version")) return load<uint32_t>(hex);
  char* end = nullptr;
  const unsigned long major = strtoul(text, &end, 10);
  if (*end != '.') return 0;
  const unsigned long minor = strtoul(end + 1, nullptr, 10);
  return static_cast<uint32_t>((major << 24) | (minor << 16));
}

const char* find_offsets(uint32_t hex) {
  if (g_version < 0x0308) return "too old";
  if (symbol("_Py_RefTotal") != 0 || symbol("_Py_NegativeRefcount") != 0) return "a debug build";
  if (g_version < 0x030d) {
    return known_offsets(g_version, g_found.at) ? nullptr : "not a known version";
  }
  const auto* const words = reinterpret_cast<const uint64_t*>(g_found.runtime);
  if (const char* problem = published_offsets(words, hex, g_found.at)) return problem;
  Offsets known{};
  if (known_offsets(g_version, known)) g_found.at.code_version = known.code_version;
  return nullptr;
}

// Null, or why this interpreter is left alone.
const char* describe_interpreter(uint32_t hex) {
  g_found.runtime = symbol("_PyRuntime");
  g_found.code_type = symbol("PyCode_Type");
  g_found.text_type = symbol("PyUnicode_Type");
  g_found.bytes_type = symbol("PyBytes_Type");
  g_found.version = g_version;
  if (g_found.runtime == 0 || g_found.code_type == 0 || g_found.text_type == 0 ||
      g_found.bytes_type == 0) {
    return "its symbols are not there";
  }
  if (const char* problem = find_offsets(hex)) return problem;

  const char* const getter =
      g_version >= 0x030d ? "PyThreadState_GetUnchecked" : "_PyThreadState_UncheckedGet";
  const void* const get_state = dlsym(g_library, getter);
  if (get_state == nullptr) return "its symbols are not there";
  if (g_version >= 0x030c) {
    g_found.attached = find_thread_local(get_state);
    if (g_found.attached.where == ThreadLocalSlot::Where::nowhere) {
      return "where it keeps its thread states is not understood";
    }
  } else {
    const uintptr_t decoded = current_state_in(get_state, g_found.runtime);
    g_found.current_state = decoded != 0 ? decoded : g_found.runtime + g_found.at.current_state;
  }

  const void* const get_own = dlsym(g_library, "PyGILState_GetThisThreadState");
  g_found.thread_key = get_own != nullptr ? thread_key_in(get_own, g_found.runtime) : 0;
  if (g_found.thread_key == 0 && g_found.at.thread_key != 0) {
    g_found.thread_key = g_found.runtime + g_found.at.thread_key;
  }
  // Not linked: it moved from libpthread to libc in glibc 2.34. An interpreter has it loaded.
  g_found.thread_value =
      reinterpret_cast<void* (*)(pthread_key_t)>(dlsym(RTLD_DEFAULT, "pthread_getspecific"));
  if (g_found.thread_value == nullptr) return "pthread_getspecific is not there";
  void* const evaluate = dlsym(g_library, "_PyEval_EvalFrameDefault");
  if (evaluate == nullptr || !find_eval_range(evaluate, g_found.eval)) {
    return "its evaluation function is not there";
  }
  return nullptr;
}

void refuse(const char* version, const char* problem) {
  g_is_refused = true;
  char text[160];
  snprintf(text, sizeof text, "Python %.*s: %s; native frames only",
           static_cast<int>(strcspn(version, " ")), version, problem);
  admit_blindness(blackbox::kNoPythonFrames | blackbox::kNoPythonObjects, text);
}

}  // namespace

const Interpreter* interpreter() { return __atomic_load_n(&g_published, __ATOMIC_ACQUIRE); }

void* interpreter_library() { return g_library; }

bool find_python() {
  if (interpreter() != nullptr || g_is_refused) return true;
  if (!find_interpreter_library()) return false;
  const auto get_version = reinterpret_cast<const char* (*)()>(symbol("Py_GetVersion"));
  const char* const text = get_version();
  const uint32_t hex = version_hex(text);
  g_version = hex >> 16;
  g_box.header->python_version = g_version;
  if (const char* const problem = describe_interpreter(hex)) {
    refuse(text, problem);
  } else {
    if (find_python_api()) {
      want_chore(Chore::settle);
    } else {
      admit_blindness(blackbox::kNoPythonObjects,
                      "this Python lacks functions of its API: its objects are not seen");
    }
    __atomic_store_n(&g_published, &g_found, __ATOMIC_RELEASE);
  }
  return true;
}

void check_pymalloc() {
  if (is_settled()) want_chore(Chore::check);
}

void reset_python_after_fork() {
  forget_code_slots();
  forget_detached_readers();
  forget_entry();
  ask_again_after_fork();
  admit_again_after_fork();
  g_box.header->python_version = g_version;
}

}  // namespace ttsoak::tracer
