#include "harness/target/target.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <thread>

#include "harness/drive/http_get.h"
#include "probes/process/listener.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

std::string end_of_log(const std::filesystem::path& log) {
  std::ifstream file(log, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size <= 0) return "it printed nothing";
  const std::streamoff length = std::min<std::streamoff>(size, 600);
  std::string text(static_cast<std::size_t>(length), '\0');
  file.seekg(size - length);
  file.read(text.data(), length);
  return "its last output:\n" + text;
}

Status ask(const Endpoint& endpoint, const TargetSpec& spec) {
  if (spec.ready_path.empty()) return try_connect(endpoint, 1s);
  Result<HttpAnswer> answer = http_get(endpoint, spec.ready_path, 5s, spec);
  if (!answer.ok()) return answer.error();
  if (answer.value().status >= 200 && answer.value().status < 300) return {};
  return Error{"GET " + spec.ready_path + " answers " + std::to_string(answer.value().status)};
}

Status wait_ready(const RunConfig& config, const Endpoint& endpoint, LaunchedProcess* launched,
                  const std::filesystem::path& log, const std::atomic<bool>& stop,
                  const std::function<void(std::chrono::seconds)>& waiting) {
  const auto start = std::chrono::steady_clock::now();
  // A server that is said to run already gets one chance, a launched one its start-up time.
  const auto limit = launched != nullptr ? config.target.ready_timeout : 0s;
  auto told = 0s;
  while (true) {
    const Status not_ready = ask(endpoint, config.target);
    if (!not_ready) return {};
    if (launched != nullptr) {
      if (const auto end = launched->poll()) {
        return Error{"the target " + end->text + " before it was ready; " + end_of_log(log)};
      }
    }
    const auto elapsed =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
    if (stop) return Error{"interrupted while waiting for the target"};
    if (elapsed >= limit) {
      if (launched == nullptr) {
        const bool answers = !try_connect(endpoint, 1s);
        return Error{config.target.url + ": " + not_ready->message +
                     (answers ? "; is target.ready.path (--ready) right for this server?"
                              : "; start the server first, or let ttsoak start it with --launch")};
      }
      return Error{"the target was not ready within " + std::to_string(limit.count()) + " s (" +
                   not_ready->message + "); raise target.ready.timeout_s, or see " + log.string() +
                   "; " + end_of_log(log)};
    }
    if (elapsed > told) waiting(told = elapsed);
    std::this_thread::sleep_for(100ms);
  }
}

}  // namespace

Result<Target> Target::open(const RunConfig& config, const std::filesystem::path& log,
                            const std::vector<std::string>& variables,
                            const std::atomic<bool>& stop,
                            const std::function<void(std::chrono::seconds)>& waiting) {
  Target target;
  if (config.target.in_process) {
    target.root_ = ::getpid();
    return target;
  }
  Result<Endpoint> endpoint = parse_endpoint(config.target.url);
  if (!endpoint.ok()) return endpoint.error();
  if (!config.target.launch.empty()) {
    if (!try_connect(endpoint.value(), 200ms)) {
      return Error{"port " + std::to_string(endpoint.value().port) +
                   " is taken: another server would be soaked instead of the launched one; end it "
                   "or choose another port"};
    }
    auto launched = LaunchedProcess::start(config.target.launch, log, variables);
    if (!launched.ok()) return launched.error();
    target.launched_ = std::move(launched).value();
  }
  if (Status error =
          wait_ready(config, endpoint.value(), target.launched_.get(), log, stop, waiting)) {
    return *error;
  }
  if (target.launched_) {
    target.root_ = target.launched_->pid();
  } else if (!config.target.container.empty()) {
    Result<ContainerEngine> engine = ContainerEngine::find();
    if (!engine.ok()) return engine.error();
    auto container = WatchedContainer::open(engine.value(), config.target.container);
    if (!container.ok()) return container.error();
    target.root_ = container.value().container().pid;
    target.container_ = std::move(container).value();
  } else if (config.target.pid) {
    target.root_ = *config.target.pid;
    if (::kill(target.root_, 0) != 0 && errno == ESRCH) {
      return Error{"--pid " + std::to_string(target.root_) + ": no such process"};
    }
  } else {
    Result<pid_t> listener = find_listener(endpoint.value().port);
    if (!listener.ok()) return listener.error();
    target.root_ = listener.value();
    target.port_ = endpoint.value().port;
  }
  return target;
}

std::optional<ProcessEnd> Target::poll_end() {
  if (container_) return container_->wait_for_end(10s);
  return launched_ ? launched_->poll() : std::nullopt;
}

std::optional<pid_t> Target::find_successor() const {
  if (port_ == 0) return {};
  const Result<pid_t> listener = find_listener(port_);
  if (!listener.ok() || listener.value() == root_) return {};
  return listener.value();
}

void Target::stop() {
  if (launched_) launched_->stop(10s);
}

}  // namespace ttsoak
