#pragma once

#include <stddef.h>

namespace ttsoak::tracer {

// PyMemAllocatorEx, the same since Python 3.5.
struct PyAllocator {
  void* ctx;
  void* (*malloc)(void* ctx, size_t size);
  void* (*calloc)(void* ctx, size_t count, size_t size);
  void* (*realloc)(void* ctx, void* block, size_t size);
  void (*free)(void* ctx, void* block);
};

// PyObjectArenaAllocator, the same since Python 3.4.
struct PyArenaAllocator {
  void* ctx;
  void* (*alloc)(void* ctx, size_t size);
  void (*free)(void* ctx, void* arena, size_t size);
};

// What we call in the interpreter, outside of samples (chores.h): public functions and one
// constant, found by name, since the tracer is not linked with any interpreter. Objects and states
// are void*. All but the first need the GIL.
struct PythonApi {
  int (*Py_IsInitialized)();
  int (*Py_AddPendingCall)(int (*call)(void*), void* argument);
  void* (*PyGILState_GetThisThreadState)();
  void* (*PyEval_SaveThread)();
  void (*PyEval_RestoreThread)(void*);
  void (*PyMem_GetAllocator)(int domain, PyAllocator*);
  void (*PyMem_SetAllocator)(int domain, PyAllocator*);
  void (*PyObject_GetArenaAllocator)(PyArenaAllocator*);
  void (*PyObject_SetArenaAllocator)(PyArenaAllocator*);
  void* (*PyObject_Malloc)(size_t);
  void (*PyObject_Free)(void*);
  void* (*PyImport_GetModuleDict)();
  void* (*PyDict_GetItemString)(void* dict, const char* key);
  void* (*PyObject_GetAttrString)(void*, const char*);
  void* (*PyCFunction_NewEx)(void* method, void* self, void* module);
  void* (*PyObject_CallFunctionObjArgs)(void* callable, ...);
  void (*PyErr_Clear)();
  void (*Py_IncRef)(void*);
  void (*Py_DecRef)(void*);
  void* none;  // _Py_NoneStruct
};

// Filled by the first call that finds them all. False: some are missing.
bool find_python_api();
const PythonApi& python_api();

}  // namespace ttsoak::tracer
