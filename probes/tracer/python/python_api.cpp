#include "probes/tracer/python/python_api.h"

#include <dlfcn.h>

#include "probes/tracer/python/interpreter.h"

namespace ttsoak::tracer {
namespace {

PythonApi g_api;

template <typename Pointer>
bool find(Pointer& pointer, const char* name) {
  pointer = reinterpret_cast<Pointer>(dlsym(interpreter_library(), name));
  return pointer != nullptr;
}

}  // namespace

bool find_python_api() {
  return find(g_api.Py_IsInitialized, "Py_IsInitialized") &&
         find(g_api.Py_AddPendingCall, "Py_AddPendingCall") &&
         find(g_api.PyGILState_GetThisThreadState, "PyGILState_GetThisThreadState") &&
         find(g_api.PyEval_SaveThread, "PyEval_SaveThread") &&
         find(g_api.PyEval_RestoreThread, "PyEval_RestoreThread") &&
         find(g_api.PyMem_GetAllocator, "PyMem_GetAllocator") &&
         find(g_api.PyMem_SetAllocator, "PyMem_SetAllocator") &&
         find(g_api.PyObject_GetArenaAllocator, "PyObject_GetArenaAllocator") &&
         find(g_api.PyObject_SetArenaAllocator, "PyObject_SetArenaAllocator") &&
         find(g_api.PyObject_Malloc, "PyObject_Malloc") &&
         find(g_api.PyObject_Free, "PyObject_Free") &&
         find(g_api.PyImport_GetModuleDict, "PyImport_GetModuleDict") &&
         find(g_api.PyDict_GetItemString, "PyDict_GetItemString") &&
         find(g_api.PyObject_GetAttrString, "PyObject_GetAttrString") &&
         find(g_api.PyCFunction_NewEx, "PyCFunction_NewEx") &&
         find(g_api.PyObject_CallFunctionObjArgs, "PyObject_CallFunctionObjArgs") &&
         find(g_api.PyErr_Clear, "PyErr_Clear") && find(g_api.Py_IncRef, "Py_IncRef") &&
         find(g_api.Py_DecRef, "Py_DecRef") && find(g_api.none, "_Py_NoneStruct");
}

const PythonApi& python_api() { return g_api; }

}  // namespace ttsoak::tracer
