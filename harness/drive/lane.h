#pragma once

#include <utility>  // before Asio: GCC 12's coroutine support needs it there

#include "harness/drive/connection.h"
#include "harness/drive/listener.h"
#include "harness/drive/patience.h"
#include "harness/drive/request_template.h"

namespace ttsoak {

// One client of the server: has planned requests spoken one after another, in whatever protocol the
// config says. On the thread of its executor.
class Lane {
 public:
  // Both references must outlive it.
  Lane(boost::asio::any_io_executor executor, const HttpOrigin& origin,
       const RequestTemplate& request);

  // Sends `planned` once, step by step, and reads the reply to its end, or as far as `manner` says.
  // Audio goes to `listener` as it comes. A reply that is complete before `manner` says to hang up
  // is one that was not aborted.
  //
  // `sent` is when the first step leaves; what is read of a reply before the audio counts as
  // waiting for it. Fills the times, the status and the error of `outcome`; never throws. The
  // listener is not finished: that is for the caller, who knows whether the exchange was cut off by
  // close().
  boost::asio::awaitable<void> exchange(const PlannedRequest& planned, const ReadManner& manner,
                                        const RunClock& clock, Listener& listener,
                                        RequestOutcome& outcome);

  // Hangs up at once; an exchange under way ends with an error.
  void close();

 private:
  boost::asio::awaitable<void> take_step(std::size_t step, Filling& filling, Patience& patience,
                                         const RunClock& clock, Listener& listener,
                                         RequestOutcome& outcome);

  Connection connection_;
  const RequestTemplate* request_;
};

}  // namespace ttsoak
