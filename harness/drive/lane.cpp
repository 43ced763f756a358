#include "harness/drive/lane.h"

namespace ttsoak {

Lane::Lane(boost::asio::any_io_executor executor, const HttpOrigin& origin,
           const RequestTemplate& request)
    : connection_(std::move(executor), origin), request_(&request) {}

boost::asio::awaitable<void> Lane::exchange(const PlannedRequest& planned, const ReadManner& manner,
                                            const RunClock& clock, Listener& listener,
                                            RequestOutcome& outcome) {
  const HttpRequest request = request_->fill(planned);
  co_await connection_.exchange(request, request_->content_type(), manner, clock, listener,
                                outcome);
}

void Lane::close() { connection_.close(); }

}  // namespace ttsoak
