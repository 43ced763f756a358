#pragma once

#include <stddef.h>
#include <stdint.h>

namespace ttsoak::tracer {

// What looking at Python's objects calls in the interpreter, beside PythonApi: public functions,
// found by name. All need the GIL, but the one that takes it.
struct HolderCalls {
  int (*PyGILState_Ensure)();
  void (*PyGILState_Release)(int);
  void* (*PyInterpreterState_Get)();
  void* (*PyList_New)(intptr_t);
  int (*PyList_Append)(void*, void*);
  void* (*PyDict_New)();
  void (*PyDict_Clear)(void*);
  int (*PyDict_SetItemString)(void*, const char*, void*);
  void* (*PyRun_String)(const char*, int start, void* globals, void* locals);
  void* (*PyImport_ImportModule)(const char*);
  void* (*PyModule_GetDict)(void*);
  const char* (*PyUnicode_AsUTF8AndSize)(void*, intptr_t*);
  void* (*PyLong_AsVoidPtr)(void*);
  long (*PyLong_AsLong)(void*);
  void* (*PyErr_Occurred)();
  int (*PyObject_IsTrue)(void*);
  uintptr_t dict_type, list_type, set_type, tuple_type, bytearray_type, bytes_type, text_type;
};

// Filled at the first call that finds them all. Null: some are missing.
const HolderCalls* holder_calls();

}  // namespace ttsoak::tracer
