#include "tests/integration/soak_run.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

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

sockaddr_in loopback(std::uint16_t port, in_addr_t host = INADDR_LOOPBACK) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(host);
  return address;
}

UniqueFd make_socket() { return UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

bool bind_to(const UniqueFd& fd, const sockaddr_in& address) {
  const int yes = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  return ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

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

void SoakRun::expect_end(int status) {
  constexpr int kInvalid = 3;
  const int ended = finish();
  if (ended == kInvalid && story().find("the machine was stalled") != std::string::npos) return;
  EXPECT_EQ(ended, status) << story();
}

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

// Below the ports that the kernel gives out by itself, so that no connection takes it; and reserved
// from other tests, which come here too, by a socket on an address that nobody else uses.
std::uint16_t free_port() {
  constexpr int kFirst = 20000, kLast = 32000;
  constexpr in_addr_t kReservations = INADDR_LOOPBACK + 0x010203;  // 127.1.2.4
  static std::vector<UniqueFd> reserved;
  static int next = kFirst + ::getpid() * 7 % (kLast - kFirst);
  for (int tried = kFirst; tried < kLast; ++tried) {
    next = next + 1 < kLast ? next + 1 : kFirst;
    const auto port = static_cast<std::uint16_t>(next);
    UniqueFd reservation = make_socket();
    const sockaddr_in own = loopback(port, kReservations);
    if (::bind(reservation.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) != 0) {
      continue;
    }
    if (!bind_to(make_socket(), loopback(port))) continue;  // some other program's
    const int yes = 1;  // for servers that bind to all addresses
    ::setsockopt(reservation.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    reserved.push_back(std::move(reservation));
    return port;
  }
  abort_with("no free port");
}

void wait_for_listener(std::uint16_t port) {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
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
  const auto deadline = std::chrono::steady_clock::now() + 60s;
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
