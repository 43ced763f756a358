#include "probes/tracer/python/exit_guard.h"

#include <time.h>

#include "probes/tracer/python/holders/entry.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/python/thread_state.h"

namespace ttsoak::tracer {
namespace {

// Called by atexit, with the GIL; registered early, hence called late. Readers need a
// microsecond, unless the scheduler has stopped one halfway; our own thread inside, a tenth of a
// second. The wait for them is without the GIL, since they may need that to go on; it has an end,
// as the program must have one.
void* on_exit(void*, void*) {
  constexpr int kWaits = 2000, kWaitsForEntry = 100'000;
  close_detached_states();
  close_entry();
  if (are_detached_states_read() || is_entered()) {
    void* const state = python_api().PyEval_SaveThread();
    for (int i = 0; i < kWaitsForEntry; ++i) {
      if (!is_entered() && (!are_detached_states_read() || i >= kWaits)) break;
      const timespec pause{0, 200'000};
      nanosleep(&pause, nullptr);
    }
    python_api().PyEval_RestoreThread(state);
  }
  python_api().Py_IncRef(python_api().none);
  return python_api().none;
}

// PyMethodDef.
struct Method {
  const char* name;
  void* (*call)(void*, void*);
  int flags;
  const char* doc;
};
constexpr int kNoArguments = 4;  // METH_NOARGS
Method g_on_exit = {"ttsoak_exit_guard", on_exit, kNoArguments, nullptr};

}  // namespace

bool install_exit_guard() {
  const PythonApi& api = python_api();
  // Not by an import of our own: the main thread may be importing something this very moment, and
  // importlib's locks do not bear that (KeyError in _ModuleLock.acquire, up to 3.11).
  void* const atexit = api.PyDict_GetItemString(api.PyImport_GetModuleDict(), "atexit");
  void* const add = atexit != nullptr ? api.PyObject_GetAttrString(atexit, "register") : nullptr;
  void* const guard =
      add != nullptr ? api.PyCFunction_NewEx(&g_on_exit, nullptr, nullptr) : nullptr;
  void* const added =
      guard != nullptr ? api.PyObject_CallFunctionObjArgs(add, guard, nullptr) : nullptr;
  // Up to now a state was read only where two sources named it. Detached, there is one.
  const auto own = reinterpret_cast<uintptr_t>(api.PyGILState_GetThisThreadState());
  if (added != nullptr && is_found_where_expected(*interpreter(), own)) open_detached_states();
  api.PyErr_Clear();
  void* const objects[] = {add, guard, added};               // atexit is borrowed
  for (void* const object : objects) api.Py_DecRef(object);  // null is allowed
  return added != nullptr;
}

}  // namespace ttsoak::tracer
