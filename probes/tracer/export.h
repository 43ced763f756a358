#pragma once

// A symbol that the target resolves to us: the only ones this library shows.
#define TTSOAK_HOOK extern "C" __attribute__((visibility("default")))
