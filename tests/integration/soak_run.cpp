#include "tests/integration/soak_run.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "gmock/gmock.h"
#include "probes/base/result.h"
#include "probes/base/unique_fd.h"

namespace ttsoak {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> command(std::vector<std::string> arguments,
                                 const std::filesystem::path& output) {
  arguments.insert(arguments.begin(), {kTtsoak, "run"});
  arguments.insert(arguments.end(), {"--output", output.string()});
  return arguments;
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

UniqueFd make_socket() { return UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

// True for a zombie too: its end is what is asked for, and who reaps it is not the point.
bool has_ended(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(") ");
  return name_end == std::string::npos || text[name_end + 2] == 'Z';
}

}  // namespace

SoakRun::SoakRun(std::vector<std::string> arguments, std::vector<std::string> extra_environment)
    : child_(command(std::move(arguments), output_.path()), std::move(extra_environment)) {}

void SoakRun::wait_for_cycle(int cycle) {
  const std::string mark = "cycle " + std::to_string(cycle) + "/";
  const auto deadline = std::chrono::steady_clock::now() + 120s;
  while (child_.errors().find(mark) == std::string::npos) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << child_.errors();
    ASSERT_FALSE(has_ended(child_.pid())) << child_.output() << child_.errors();
    std::this_thread::sleep_for(20ms);
  }
}

int SoakRun::finish() { return child_.wait(300s); }

std::filesystem::path SoakRun::directory() const {
  for (const auto& entry : std::filesystem::directory_iterator(output_.path())) return entry.path();
  return {};
}

nlohmann::json SoakRun::report() const {
  std::ifstream file(directory() / "report.json");
  nlohmann::json report = nlohmann::json::parse(file, nullptr, false);
  if (!report.is_discarded()) return report;
  throw std::runtime_error("no report.json: " + child_.output() + child_.errors());
}

std::string SoakRun::story() const {
  std::ifstream file(directory() / "report.json");
  const nlohmann::json report = nlohmann::json::parse(file, nullptr, false);
  if (report.is_discarded()) return child_.output() + child_.errors();
  return report["verdict"]["sentence"].get<std::string>();
}

std::uint16_t free_port() {
  const UniqueFd fd = make_socket();
  sockaddr_in address = loopback(0);
  socklen_t length = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(fd.get(), generic, length) != 0) abort_with("bind");
  if (::getsockname(fd.get(), generic, &length) != 0) abort_with("getsockname");
  return ntohs(address.sin_port);
}

void wait_for_listener(std::uint16_t port) {
  const auto deadline = std::chrono::steady_clock::now() + 30s;
  const sockaddr_in address = loopback(port);
  while (true) {
    const UniqueFd fd = make_socket();
    if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
      return;
    }
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "nothing listens on " << port;
    std::this_thread::sleep_for(50ms);
  }
}

std::string local_url(std::uint16_t port) { return "http://127.0.0.1:" + std::to_string(port); }

bool is_gone_soon(pid_t pid) {
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!has_ended(pid)) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(50ms);
  }
  return true;
}

std::vector<std::string> event_details(const nlohmann::json& report, const std::string& kind) {
  std::vector<std::string> details;
  for (const auto& event : report["events"]) {
    if (event["kind"] == kind) details.push_back(event["detail"]);
  }
  return details;
}

nlohmann::json root_process(const nlohmann::json& report) {
  for (const auto& process : report["processes"]) {
    if (process["role"] == "root") return process;
  }
  return nullptr;
}

}  // namespace ttsoak
