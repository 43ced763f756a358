#include "harness/drive/http_driver.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <vector>

#include "harness/drive/lane.h"

namespace ttsoak {
namespace {

namespace net = boost::asio;

class HttpDriver : public Driver {
 public:
  HttpDriver(const RunConfig& config, const DriveContext& context, HttpOrigin origin)
      : request_(config.request),
        context_(context),
        origin_(std::move(origin)),
        template_(config.request, origin_.endpoint) {
    for (int i = 0; i < config.workload.concurrency; ++i) {
      lanes_.push_back(std::make_unique<Lane>(io_.get_executor(), origin_, template_));
    }
  }

  CycleTally run_cycle(int cycle, const std::vector<PlannedRequest>& requests) override {
    next_ = 0;
    lanes_running_ = lanes_.size();
    tally_ = {};
    io_.restart();
    net::steady_timer watch(io_);
    watch_stop(watch);
    for (auto& lane : lanes_) {
      net::co_spawn(io_, drain(*lane, cycle, requests),
                    [this, &watch](const std::exception_ptr& bug) {
                      if (bug) std::rethrow_exception(bug);
                      if (--lanes_running_ == 0) watch.cancel();
                    });
    }
    io_.run();
    return tally_;
  }

 private:
  // One connection's share of a cycle: the next request as soon as the last one is done.
  net::awaitable<void> drain(Lane& lane, int cycle, const std::vector<PlannedRequest>& requests) {
    while (next_ < requests.size() && !stopping()) {
      const PlannedRequest& planned = requests[next_++];
      RequestOutcome outcome;
      outcome.cycle = cycle;
      outcome.request_class = planned.request_class;
      outcome.intended = context_.clock.now();
      Listener listener({*planned.format != "pcm" && request_.expect == "wav", request_.pcm_rate,
                         count_characters(planned.text)},
                        outcome);
      ReadManner manner;
      if (planned.aborted) manner.abort = Abort::first_audio;
      co_await lane.exchange(planned, manner, context_.clock, listener, outcome);
      if (stopping()) co_return;  // cut off by us: says nothing about the target
      listener.finish();
      ++tally_.requests;
      if (outcome.error != RequestError::none) ++tally_.errors;
      if (context_.finished != nullptr) context_.finished->store(tally_.requests);
      context_.sink->record(std::move(outcome));
    }
  }

  void watch_stop(net::steady_timer& timer) {
    timer.expires_after(std::chrono::milliseconds(50));
    timer.async_wait([this, &timer](boost::system::error_code cancelled) {
      if (cancelled || lanes_running_ == 0) return;
      if (stopping()) {
        for (auto& lane : lanes_) lane->close();
      } else {
        watch_stop(timer);
      }
    });
  }

  [[nodiscard]] bool stopping() const { return context_.stop != nullptr && *context_.stop; }

  RequestSpec request_;
  DriveContext context_;
  HttpOrigin origin_;
  RequestTemplate template_;
  net::io_context io_{1};
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::size_t next_ = 0;
  std::size_t lanes_running_ = 0;
  CycleTally tally_;
};

}  // namespace

Result<std::unique_ptr<Driver>> make_http_driver(const RunConfig& config,
                                                 const DriveContext& context) {
  Result<Endpoint> endpoint = parse_endpoint(config.target.url);
  if (!endpoint.ok()) return endpoint.error();
  Result<HttpOrigin> origin =
      resolve_origin(endpoint.value(), config.workload.timeouts, config.target.insecure);
  if (!origin.ok()) return origin.error();
  return std::unique_ptr<Driver>(
      std::make_unique<HttpDriver>(config, context, std::move(origin).value()));
}

}  // namespace ttsoak
