#include "probes/tracer/python/holders/run_code.h"

#include <errno.h>
#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/python/holders/calls.h"
#include "probes/tracer/python/holders/entry.h"
#include "probes/tracer/python/holders/own_memory.h"
#include "probes/tracer/python/holders/paths.h"
#include "probes/tracer/python/python_api.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {
namespace {

// A function of module gc, called. Null: an exception, cleared. The caller owns the result.
void* call_gc(const char* function) {
  const PythonApi& api = python_api();
  void* const module = holder_calls()->PyImport_ImportModule("gc");
  void* const dict = module != nullptr ? holder_calls()->PyModule_GetDict(module) : nullptr;
  void* const called = dict != nullptr ? api.PyDict_GetItemString(dict, function) : nullptr;
  void* const result =
      called != nullptr ? api.PyObject_CallFunctionObjArgs(called, nullptr) : nullptr;
  if (result == nullptr) api.PyErr_Clear();
  api.Py_DecRef(module);
  return result;
}

// While one of these lives, the collector does not run by itself.
class CollectorOff {
 public:
  CollectorOff() {
    void* const is_enabled = call_gc("isenabled");
    was_enabled_ = is_enabled != nullptr && holder_calls()->PyObject_IsTrue(is_enabled) == 1;
    python_api().Py_DecRef(is_enabled);
    if (was_enabled_) python_api().Py_DecRef(call_gc("disable"));
  }
  ~CollectorOff() {
    if (was_enabled_) python_api().Py_DecRef(call_gc("enable"));
  }
  CollectorOff(const CollectorOff&) = delete;
  CollectorOff& operator=(const CollectorOff&) = delete;

 private:
  bool was_enabled_ = false;
};

int run(const char* code, ReplyFile& reply) {
  constexpr int kFileInput = 257;  // Py_file_input
  const PythonApi& api = python_api();
  const HolderCalls& calls = *holder_calls();
  const CollectorOff off;
  void* const globals = calls.PyDict_New();
  if (globals == nullptr) return ENOMEM;
  int failure = EINVAL;
  calls.PyDict_SetItemString(globals, "modules", api.PyImport_GetModuleDict());
  if (add_path_functions(globals)) {
    void* const done = calls.PyRun_String(code, kFileInput, globals, globals);
    void* const result = done != nullptr ? api.PyDict_GetItemString(globals, "result") : nullptr;
    if (result != nullptr) {
      intptr_t size = 0;
      const char* const text = calls.PyUnicode_AsUTF8AndSize(result, &size);
      if (text != nullptr) {
        reply.append(text, static_cast<size_t>(size));
        failure = 0;
      }
    }
    api.Py_DecRef(done);
    api.PyErr_Clear();
  }
  // Its functions refer to it: without this the collector would have to come.
  calls.PyDict_Clear(globals);
  api.Py_DecRef(globals);
  return failure;
}

}  // namespace

int run_python_code(uint64_t text_bytes, ReplyFile& reply) {
  if (text_bytes >= g_box.header->reply.capacity) return EINVAL;
  // A copy: the mailbox's reply will be needed.
  char* const code = static_cast<char*>(map_own(text_bytes + 1));
  if (code == nullptr) return ENOMEM;
  memcpy(code, g_box.reply, text_bytes);
  int failure = 0;
  {
    const Entry entry;
    failure = entry.failure() != 0 ? entry.failure() : run(code, reply);
  }
  unmap_own(code, text_bytes + 1);
  return failure;
}

int collect_garbage(uint64_t& collected) {
  // What it frees is the program's, and counted as such.
  const Mode before = t_thread.mode;
  t_thread.mode = t_thread.counters != nullptr ? Mode::ready : Mode::unseen;
  int failure = 0;
  {
    const Entry entry;
    failure = entry.failure();
    void* const count = failure == 0 ? call_gc("collect") : nullptr;
    if (failure == 0 && count == nullptr) failure = EINVAL;
    if (count != nullptr) {
      collected = static_cast<uint64_t>(holder_calls()->PyLong_AsLong(count));
      python_api().Py_DecRef(count);
    }
  }
  t_thread.mode = before;
  return failure;
}

}  // namespace ttsoak::tracer
