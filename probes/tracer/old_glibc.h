#pragma once

// Included first in every file of the tracer (CMakeLists.txt), so that a tracer built on a new
// system loads on glibc 2.28: glibc 2.34 gave these functions, which it moved from libpthread and
// libdl into libc, new versions, and a plain build would ask for those.
// (aarch64 began with GLIBC_2.17; only x86-64 is built so far.)
#define TTSOAK_USE(symbol, version) __asm__(".symver " #symbol "," #symbol "@GLIBC_" #version)
TTSOAK_USE(dladdr, 2.2.5);
TTSOAK_USE(dladdr1, 2.3.3);
TTSOAK_USE(dlinfo, 2.3.3);
TTSOAK_USE(dlopen, 2.2.5);
TTSOAK_USE(dlsym, 2.2.5);
TTSOAK_USE(pthread_attr_setstacksize, 2.2.5);
TTSOAK_USE(pthread_barrier_init, 2.2.5);
TTSOAK_USE(pthread_create, 2.2.5);
TTSOAK_USE(pthread_key_create, 2.2.5);
TTSOAK_USE(pthread_setname_np, 2.12);
TTSOAK_USE(pthread_setspecific, 2.2.5);
TTSOAK_USE(pthread_getspecific, 2.2.5);
TTSOAK_USE(pthread_sigmask, 2.2.5);
TTSOAK_USE(pthread_tryjoin_np, 2.3.3);
#undef TTSOAK_USE

// What musl does not have. Its loader ends a program that preloads a library with a strong symbol
// it cannot find; these may be null there, and then nothing else is done (start.cpp).
#pragma weak __register_atfork
#pragma weak dladdr1
#pragma weak gnu_get_libc_version
#pragma weak malloc_info
#pragma weak malloc_trim

// Not called, but looked at: they are there if libdl and libpthread are.
#pragma weak dlinfo
#pragma weak pthread_barrier_init
