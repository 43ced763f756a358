#pragma once

#include "probes/base/result.h"
#include "reference_engine/engine/engine.h"
#include "reference_engine/server/speech_server.h"

namespace ttsoak {

// Serves `engine` until SIGTERM or SIGINT, as a program does: writes one line
// "listening on http://ADDRESS:PORT" to stdout when clients may connect.
//
// Errors: the server could not start. Call it on the main thread before any other is started, as
// it blocks both signals for the threads to come.
Status serve(Engine& engine, const ServerOptions& options);

}  // namespace ttsoak
