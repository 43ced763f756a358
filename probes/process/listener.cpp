#include "probes/process/listener.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>

#include "probes/base/unique_fd.h"
#include "probes/process/proc_directory.h"
#include "probes/process/proc_file.h"
#include "probes/process/proc_net_tcp.h"
#include "probes/process/process_table.h"
#include "probes/process/process_watch.h"

namespace ttsoak {
namespace {

Result<std::vector<TcpListener>> read_listeners(const char* path) {
  Result<ProcFile> file = ProcFile::open(path);
  if (!file.ok()) return file.error();
  const Result<std::string_view> text = file.value().read();
  if (!text.ok()) return text.error();
  auto listeners = parse_proc_net_tcp(text.value());
  if (!listeners.ok()) return listeners.error().with_context(path);
  return listeners;
}

// The sockets that listen on `port`, each as its link in /proc/<pid>/fd reads.
Result<std::set<std::string>> find_sockets(std::uint16_t port) {
  auto listeners = read_listeners("/proc/net/tcp");
  if (!listeners.ok()) return listeners.error();
  std::vector<TcpListener> all = listeners.value();
  // Missing where the kernel has no IPv6.
  if (const auto v6 = read_listeners("/proc/net/tcp6"); v6.ok()) {
    all.insert(all.end(), v6.value().begin(), v6.value().end());
  }
  std::set<std::string> links;
  for (const TcpListener& listener : all) {
    if (listener.port == port) links.insert("socket:[" + std::to_string(listener.inode) + "]");
  }
  return links;
}

bool holds_one_of(pid_t pid, const std::set<std::string>& links) {
  const std::string path = "/proc/" + std::to_string(pid) + "/fd";
  const UniqueFd directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) return false;
  const Result<std::vector<int>> fds = numbered_entries(directory.get());
  if (!fds.ok()) return false;
  // Long enough for any "socket:[N]"; what is longer is cut, and then is none of them.
  std::array<char, 64> link;
  return std::any_of(fds.value().begin(), fds.value().end(), [&](int fd) {
    const ssize_t length =
        ::readlinkat(directory.get(), std::to_string(fd).c_str(), link.data(), link.size());
    return length > 0 && links.contains(std::string(link.data(), static_cast<std::size_t>(length)));
  });
}

Result<pid_t> accept_server(pid_t pid, const std::string& port_name) {
  const Result<ProcessWatch> watch = ProcessWatch::open(pid);
  if (!watch.ok()) return watch.error().with_context(port_name);
  const std::string& command = watch.value().identity().command;
  const std::string program = command.substr(0, command.find(' '));
  if (std::filesystem::path(program).filename() == "docker-proxy") {
    return Error{port_name + ": held by docker-proxy (pid " + std::to_string(pid) +
                 "), which only forwards to a container; name that with --container, or the "
                 "server inside with --pid"};
  }
  return pid;
}

}  // namespace

std::vector<pid_t> topmost(const std::vector<pid_t>& processes,
                           const std::map<pid_t, pid_t>& parents) {
  const std::set<pid_t> candidates(processes.begin(), processes.end());
  std::vector<pid_t> tops;
  for (const pid_t pid : candidates) {
    bool has_ancestor = false;
    // The processes change while they are listed, so a recycled pid could close a circle here; no
    // chain is longer than the table.
    auto step = parents.find(pid);
    for (std::size_t i = 0; i < parents.size() && step != parents.end() && !has_ancestor; ++i) {
      has_ancestor = step->second != pid && candidates.contains(step->second);
      step = parents.find(step->second);
    }
    if (!has_ancestor) tops.push_back(pid);
  }
  return tops;
}

Result<pid_t> find_listener(std::uint16_t port) {
  const std::string port_name = "TCP port " + std::to_string(port);
  const auto sockets = find_sockets(port);
  if (!sockets.ok()) return sockets.error().with_context(port_name);
  if (sockets.value().empty()) {
    return Error{port_name +
                 ": nobody listens; start the server, or pass --pid of the server if it runs in a "
                 "container of its own network"};
  }
  const std::map<pid_t, pid_t> parents = read_parents();
  std::vector<pid_t> owners;
  for (const auto& [pid, parent] : parents) {
    if (holds_one_of(pid, sockets.value())) owners.push_back(pid);
  }
  if (owners.empty()) {
    return Error{
        port_name +
        ": the process that listens cannot be seen; run ttsoak as root (in a container: with "
        "--pid=host), or pass --pid of the server"};
  }
  const std::vector<pid_t> tops = topmost(owners, parents);
  if (tops.size() == 1) return accept_server(tops.front(), port_name);
  std::string list;
  for (const pid_t pid : tops) list += (list.empty() ? "" : ", ") + std::to_string(pid);
  return Error{port_name + ": several unrelated processes listen (" + list +
               "); pass --pid of the one to watch, or of their common parent"};
}

}  // namespace ttsoak
