#pragma once

#include <utility>  // before Asio: GCC 12's coroutine support needs it there

#include "harness/drive/http_connection.h"
#include "harness/drive/request_template.h"

namespace ttsoak {

// One client of the server: has planned requests spoken one after another, in whatever protocol the
// config says. On the thread of its executor.
class Lane {
 public:
  // Both references must outlive it.
  Lane(boost::asio::any_io_executor executor, const HttpOrigin& origin,
       const RequestTemplate& request);

  // Sends `planned` once and reads the reply to its end, or as far as `manner` says. Audio goes to
  // `listener` as it comes. A reply that is complete before `manner` says to hang up is one that
  // was not aborted.
  //
  // Fills the times, the status and the error of `outcome`; never throws. The listener is not
  // finished: that is for the caller, who knows whether the exchange was cut off by close().
  boost::asio::awaitable<void> exchange(const PlannedRequest& planned, const ReadManner& manner,
                                        const RunClock& clock, Listener& listener,
                                        RequestOutcome& outcome);

  // Hangs up at once; an exchange under way ends with an error.
  void close();

 private:
  HttpConnection connection_;
  const RequestTemplate* request_;
};

}  // namespace ttsoak
