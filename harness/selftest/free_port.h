#pragma once

#include <cstdint>

#include "probes/base/result.h"

namespace ttsoak {

// A port of 127.0.0.1 on which nobody listens; each call gives another one. It is below those that
// the kernel gives to connections by itself, so that none of them takes it before the server does.
// Errors: there is none.
Result<std::uint16_t> find_free_port();

}  // namespace ttsoak
