// dlclose(): what libunwind remembers of the library's code must not be used for what is loaded
// at its place later. (dlopen() is left alone: it depends on who calls it.)

#include "probes/tracer/capture.h"
#include "probes/tracer/export.h"
#include "probes/tracer/next.h"
#include "probes/tracer/sampler.h"

TTSOAK_HOOK int dlclose(void* library) {
  using namespace ttsoak::tracer;
  resolve_next();
  const int failure = g_next.dlclose(library);
  const Quiet quiet;
  forget_unwind_caches();
  return failure;
}
