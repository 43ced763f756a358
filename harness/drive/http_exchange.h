#pragma once

#include <string>
#include <utility>  // before Asio: GCC 12's coroutine support needs it there

#include "harness/drive/connection.h"
#include "harness/drive/patience.h"
#include "harness/drive/reply_reader.h"

namespace ttsoak {

// Sends `request`, the bytes of one HTTP/1.1 request, on an open connection, and hands the body of
// the reply to `reader`. Fills status, error and `aborted` of `outcome`; closes the connection
// where it cannot be kept. In constant memory, and of at most 512 MiB of body.
//
// A reply of another status than 2xx is an error, of which the first words are told. So is a
// redirect, with the new place: to follow it would measure two servers as one.
boost::asio::awaitable<void> http_exchange(Connection& connection, const std::string& request,
                                           ReplyReader& reader, Patience& patience,
                                           const RunClock& clock, RequestOutcome& outcome);

}  // namespace ttsoak
