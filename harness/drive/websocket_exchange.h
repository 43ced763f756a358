#pragma once

#include <string>
#include <utility>  // before Asio: GCC 12's coroutine support needs it there
#include <vector>

#include "harness/config/request_spec.h"
#include "harness/drive/connection.h"
#include "harness/drive/listener.h"
#include "harness/drive/patience.h"

namespace ttsoak {

// What is sent over a websocket.
struct WebsocketRequest {
  std::string target;  // of the handshake
  std::vector<std::pair<std::string, std::string>> headers;
  std::string message;  // the first one, as text; "" = none
};

// Opens a websocket (RFC 6455) on an open connection, which it uses up: binary messages are heard
// as audio, text messages are JSON that may say of an error, the end, or audio in base64.
//
// A handshake that is declined is an error by its status; a close with another code than 1000 (or
// none) is an error in words. Messages of more than 16 MiB break the protocol. Fills status, error
// and `aborted` of `outcome`.
boost::asio::awaitable<void> websocket_exchange(Connection& connection,
                                                const WebsocketRequest& request,
                                                const AudioSpec& audio, Listener& listener,
                                                Patience& patience, const RunClock& clock,
                                                RequestOutcome& outcome);

}  // namespace ttsoak
