#include "probes/tracer/python/holders/calls.h"

#include <dlfcn.h>

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {
namespace {

HolderCalls g_calls;
bool g_is_filled = false;

template <typename Pointer>
bool find(Pointer& pointer, const char* name) {
  void* const symbol = dlsym(interpreter_library(), name);
  pointer = reinterpret_cast<Pointer>(symbol);
  return symbol != nullptr;
}

bool fill() {
  return find(g_calls.PyGILState_Ensure, "PyGILState_Ensure") &&
         find(g_calls.PyGILState_Release, "PyGILState_Release") &&
         find(g_calls.PyInterpreterState_Get, "PyInterpreterState_Get") &&
         find(g_calls.PyList_New, "PyList_New") && find(g_calls.PyList_Append, "PyList_Append") &&
         find(g_calls.PyDict_New, "PyDict_New") && find(g_calls.PyDict_Clear, "PyDict_Clear") &&
         find(g_calls.PyDict_SetItemString, "PyDict_SetItemString") &&
         find(g_calls.PyRun_String, "PyRun_String") &&
         find(g_calls.PyImport_ImportModule, "PyImport_ImportModule") &&
         find(g_calls.PyModule_GetDict, "PyModule_GetDict") &&
         find(g_calls.PyUnicode_AsUTF8AndSize, "PyUnicode_AsUTF8AndSize") &&
         find(g_calls.PyLong_AsVoidPtr, "PyLong_AsVoidPtr") &&
         find(g_calls.PyLong_AsLong, "PyLong_AsLong") &&
         find(g_calls.PyErr_Occurred, "PyErr_Occurred") &&
         find(g_calls.PyObject_IsTrue, "PyObject_IsTrue") &&
         find(g_calls.dict_type, "PyDict_Type") && find(g_calls.list_type, "PyList_Type") &&
         find(g_calls.set_type, "PySet_Type") && find(g_calls.tuple_type, "PyTuple_Type") &&
         find(g_calls.bytearray_type, "PyByteArray_Type") &&
         find(g_calls.bytes_type, "PyBytes_Type") && find(g_calls.text_type, "PyUnicode_Type");
}

}  // namespace

const HolderCalls* holder_calls() {
  if (!g_is_filled) g_is_filled = fill();
  return g_is_filled ? &g_calls : nullptr;
}

}  // namespace ttsoak::tracer
