#pragma once

#include <string>
#include <utility>  // before Asio: GCC 12's coroutine support needs it there

#include "harness/drive/connection.h"
#include "harness/drive/listener.h"
#include "harness/drive/patience.h"

namespace ttsoak {

// Sends one event of the Wyoming protocol, a line of JSON, on an open connection, and hears the
// audio that comes until audio-stop. What audio-start says of the samples is passed on as the
// header of a WAV file. Closes the connection after an error, and where the client hangs up.
//
// Errors: an event "error" is one in words; the connection ends before audio-stop.
boost::asio::awaitable<void> wyoming_exchange(Connection& connection, const std::string& event,
                                              Listener& listener, Patience& patience,
                                              const RunClock& clock, RequestOutcome& outcome);

}  // namespace ttsoak
