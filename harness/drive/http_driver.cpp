#include "harness/drive/http_driver.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <vector>

#include "harness/drive/lane.h"
#include "harness/drive/manner.h"
#include "harness/drive/refusal.h"

namespace ttsoak {
namespace {

namespace net = boost::asio;
using std::chrono::steady_clock;

constexpr auto kAwait = net::as_tuple(net::use_awaitable);

class HttpDriver : public Driver {
 public:
  HttpDriver(const RunConfig& config, const DriveContext& context, HttpOrigin origin)
      : request_(config.request),
        workload_(config.workload),
        context_(context),
        origin_(std::move(origin)),
        template_(config.request, origin_.endpoint) {}

  CycleTally run_cycle(int cycle, const std::vector<PlannedRequest>& requests) override {
    cycle_ = cycle;
    next_ = 0;
    tally_ = {};
    io_.restart();
    watch_stop();
    if (workload_.arrival.is_open()) {
      spawn(send_on_schedule(requests));
    } else {
      const auto clients = static_cast<std::size_t>(workload_.concurrency);
      while (seats_.size() < clients) add_seat();
      for (std::size_t i = 0; i < clients; ++i) spawn(send_in_turn(*seats_[i], requests));
    }
    io_.run();
    return tally_;
  }

 private:
  // One client: its connection, and what it waits on between requests.
  struct Seat {
    Seat(net::io_context& io, const HttpOrigin& origin, const RequestTemplate& request)
        : lane(io.get_executor(), origin, request), pause(io) {}

    Lane lane;
    net::steady_timer pause;
    RunTime free_since{0};
  };

  // Closed loop: the next request as soon as the last one is done and thought over.
  net::awaitable<void> send_in_turn(Seat& seat, const std::vector<PlannedRequest>& requests) {
    while (next_ < requests.size() && !stopping()) {
      const PlannedRequest& planned = requests[next_++];
      const RunTime turn = context_.clock.now();
      co_await send(seat, planned, turn, turn);
      if (workload_.arrival.think.count() == 0 || next_ >= requests.size() || stopping()) continue;
      seat.pause.expires_after(workload_.arrival.think);
      co_await seat.pause.async_wait(kAwait);
    }
  }

  // Open loop: a slow answer must not delay the next request, or the load eases exactly when the
  // target is in trouble and the latency is a lie (coordinated omission).
  net::awaitable<void> send_on_schedule(const std::vector<PlannedRequest>& requests) {
    const auto start = steady_clock::now();
    while (next_ < requests.size() && !stopping()) {
      const PlannedRequest& planned = requests[next_++];
      const auto due = start + planned.at;
      while (due > steady_clock::now() && !stopping()) {
        wake_.expires_at(due);
        co_await wake_.async_wait(kAwait);
      }
      RunTime possible = context_.clock.at(due);
      bool waited = false;
      while (idle_.empty() && seats_.size() >= limit() && !stopping()) {
        waited = true;
        wake_.expires_at(net::steady_timer::time_point::max());
        co_await wake_.async_wait(kAwait);
      }
      if (stopping()) co_return;
      if (idle_.empty()) idle_.push_back(&add_seat());
      // The one that was used last: the others may go cold, as in a client's pool.
      Seat& seat = *idle_.back();
      idle_.pop_back();
      if (waited) possible = std::max(possible, seat.free_since);
      spawn(send_and_leave(seat, planned, context_.clock.at(due), possible));
    }
  }

  net::awaitable<void> send_and_leave(Seat& seat, const PlannedRequest& planned, RunTime intended,
                                      RunTime possible) {
    co_await send(seat, planned, intended, possible);
    seat.free_since = context_.clock.now();
    idle_.push_back(&seat);
    if (seats_.size() >= limit()) wake_.cancel();  // somebody may be waiting for it
  }

  // `possible`: when it could have been sent at the earliest.
  net::awaitable<void> send(Seat& seat, const PlannedRequest& planned, RunTime intended,
                            RunTime possible) {
    RequestOutcome outcome;
    outcome.cycle = cycle_;
    outcome.request_class = planned.request_class;
    outcome.kind = planned.kind;
    outcome.intended = intended;
    outcome.driver_late = context_.clock.now() - possible;
    Listener listener(
        {expected_format(*planned.format), request_.pcm_rate, count_characters(planned.text)},
        outcome);
    co_await seat.lane.exchange(planned, manner_of(planned.kind, workload_), context_.clock,
                                listener, outcome);
    if (stopping()) co_return;  // cut off by us: says nothing about the target
    listener.finish();
    judge_refusal(outcome);
    ++tally_.requests;
    if (outcome.error != RequestError::none) ++tally_.errors;
    if (context_.finished != nullptr) context_.finished->store(tally_.requests);
    context_.sink->record(std::move(outcome));
  }

  // A server whose replies are not WAV whatever it is asked for has a config that says so.
  [[nodiscard]] AudioFormat expected_format(const std::string& asked) const {
    const AudioFormat otherwise = format_named(request_.expect).value_or(AudioFormat::wav);
    if (otherwise != AudioFormat::wav) return otherwise;
    return format_named(asked).value_or(otherwise);
  }

  void spawn(net::awaitable<void> work) {
    ++working_;
    net::co_spawn(io_, std::move(work), [this](const std::exception_ptr& bug) {
      if (bug) std::rethrow_exception(bug);
      if (--working_ == 0) watch_.cancel();
    });
  }

  void watch_stop() {
    watch_.expires_after(std::chrono::milliseconds(50));
    watch_.async_wait([this](boost::system::error_code cancelled) {
      if (cancelled || working_ == 0) return;
      if (stopping()) {
        wake_.cancel();
        for (auto& seat : seats_) {
          seat->pause.cancel();
          seat->lane.close();
        }
      } else {
        watch_stop();
      }
    });
  }

  Seat& add_seat() {
    seats_.push_back(std::make_unique<Seat>(io_, origin_, template_));
    return *seats_.back();
  }

  [[nodiscard]] std::size_t limit() const {
    return static_cast<std::size_t>(workload_.concurrency);
  }
  [[nodiscard]] bool stopping() const { return context_.stop != nullptr && *context_.stop; }

  RequestSpec request_;
  WorkloadSpec workload_;
  DriveContext context_;
  HttpOrigin origin_;
  RequestTemplate template_;
  net::io_context io_{1};
  net::steady_timer watch_{io_};  // looks for the stop flag
  net::steady_timer wake_{io_};   // of the schedule: the next request is due, or a seat is free
  std::vector<std::unique_ptr<Seat>> seats_;
  std::vector<Seat*> idle_;  // open loop only
  std::size_t working_ = 0;  // coroutines
  int cycle_ = 0;
  std::size_t next_ = 0;
  CycleTally tally_;
};

}  // namespace

Result<std::unique_ptr<Driver>> make_http_driver(const RunConfig& config,
                                                 const DriveContext& context) {
  Result<Endpoint> endpoint = parse_endpoint(config.target.url);
  if (!endpoint.ok()) return endpoint.error();
  Result<HttpOrigin> origin =
      resolve_origin(endpoint.value(), config.workload.timeouts, config.target);
  if (!origin.ok()) return origin.error();
  return std::unique_ptr<Driver>(
      std::make_unique<HttpDriver>(config, context, std::move(origin).value()));
}

}  // namespace ttsoak
