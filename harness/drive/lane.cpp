#include "harness/drive/lane.h"

#include "harness/drive/audio_reply.h"
#include "harness/drive/http_exchange.h"
#include "harness/drive/json_reply.h"
#include "harness/drive/websocket_exchange.h"
#include "harness/drive/wyoming_exchange.h"

namespace ttsoak {
namespace {

namespace net = boost::asio;

constexpr std::size_t kLongestDetail = 200;

void fail(RequestOutcome& outcome, Failure failure) {
  outcome.error = failure.error;
  outcome.detail = std::move(failure.detail);
}

// Which of several steps failed.
void tell_step(std::size_t index, const RequestStep& step, RequestOutcome& outcome) {
  outcome.detail.insert(
      0, "step " + std::to_string(index + 1) + " (" + step.method + " " + step.path + "): ");
}

}  // namespace

Lane::Lane(net::any_io_executor executor, const HttpOrigin& origin, const RequestTemplate& request)
    : connection_(std::move(executor), origin), request_(&request) {}

net::awaitable<void> Lane::exchange(const PlannedRequest& planned, const ReadManner& manner,
                                    const RunClock& clock, Listener& listener,
                                    RequestOutcome& outcome) {
  Patience patience(connection_.origin().timeouts, manner);
  Filling filling;
  filling.planned = &planned;
  const auto& steps = request_->spec().steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    co_await take_step(i, filling, patience, clock, listener, outcome);
    if (outcome.aborted) break;
    if (outcome.error == RequestError::none) continue;
    if (steps.size() > 1) tell_step(i, steps[i], outcome);
    break;
  }
  // Before it is cut: half a secret is one still.
  outcome.detail = request_->without_secrets(std::move(outcome.detail));
  outcome.detail.resize(std::min(outcome.detail.size(), kLongestDetail));
  outcome.done = clock.now();
}

net::awaitable<void> Lane::take_step(std::size_t step, Filling& filling, Patience& patience,
                                     const RunClock& clock, Listener& listener,
                                     RequestOutcome& outcome) {
  const RequestSpec& spec = request_->spec();
  const bool last = step + 1 == spec.steps.size();
  if (auto failure = co_await connection_.open(patience.is_slow())) {
    fail(outcome, std::move(*failure));
    co_return;
  }
  if (step == 0) {
    outcome.sent = clock.now();
    patience.start();
  }
  // Named, not passed in passing: GCC 12 destroys temporaries of a co_await expression twice.
  if (last && spec.audio.in == AudioIn::websocket) {
    const WebsocketRequest opening{request_->target(step, filling),
                                   request_->headers(step, filling), request_->body(step, filling)};
    co_await websocket_exchange(connection_, opening, spec.audio, listener, patience, clock,
                                outcome);
    co_return;
  }
  if (last && spec.audio.in == AudioIn::wyoming) {
    const std::string event = request_->body(step, filling);
    co_await wyoming_exchange(connection_, event, listener, patience, clock, outcome);
    co_return;
  }
  const std::string request = request_->fill(step, filling);
  if (last) {
    AudioReply reply(spec, listener);
    co_await http_exchange(connection_, request, reply, patience, clock, outcome);
    co_return;
  }
  JsonReply reply(spec.steps[step]);
  co_await http_exchange(connection_, request, reply, patience, clock, outcome);
  if (outcome.error != RequestError::none || outcome.aborted) co_return;
  if (auto failure = reply.save_into(filling.saved)) fail(outcome, std::move(*failure));
  filling.reply = reply.json();
}

void Lane::close() { connection_.close(); }

}  // namespace ttsoak
