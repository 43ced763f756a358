#include "probes/inventory/socket_table.h"

#include <sys/xattr.h>

#include <algorithm>
#include <array>

#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"

namespace ttsoak {
namespace {

constexpr int kHex = 16;
constexpr unsigned kListen = 10;           // TCP_LISTEN of the kernel's tcp_states.h
constexpr unsigned kAcceptFlag = 0x10000;  // __SO_ACCEPTCON of its net.h

// By number in tcp_states.h.
constexpr std::array<const char*, 13> kTcpStates = {
    "unknown", "established", "syn sent", "syn received", "fin wait 1", "fin wait 2",  "time wait",
    "closed",  "close wait",  "last ack", "listening",    "closing",    "syn received"};
// By number in the kernel's net.h: enum socket_state.
constexpr std::array<const char*, 5> kUnixStates = {"free", "unconnected", "connecting",
                                                    "connected", "disconnecting"};

template <std::size_t kCount>
const char* state_name(const std::array<const char*, kCount>& names, unsigned state) {
  return state < kCount ? names[state] : "unknown";
}

// Calls `add(line)` for every line after the heading; it returns whether the line made sense.
template <typename Add>
Status for_each_line(std::string_view text, Add add) {
  for (int number = 0; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (number > 0 && !add(line)) {
      return Error{"line " + std::to_string(number) + ": not a socket: \"" + std::string(line) +
                   '"'};
    }
  }
  return std::nullopt;
}

bool add_inet_socket(std::string_view line, const std::string& protocol, SocketTable& table) {
  for (int i = 0; i < 3; ++i) take_word(line);  // number, local and remote address
  const auto state = to_integer<unsigned>(take_word(line), kHex);
  const std::string_view queues = take_word(line);
  for (int i = 0; i < 4; ++i) take_word(line);  // timer, retransmits, uid, timeout
  const auto inode = to_integer<std::uint64_t>(take_word(line));
  const std::size_t colon = std::min(queues.find(':'), queues.size());
  const auto sent = to_integer<std::uint32_t>(queues.substr(0, colon), kHex);
  const auto received =
      to_integer<std::uint32_t>(queues.substr(std::min(colon + 1, queues.size())), kHex);
  if (!state || !inode || !sent || !received) return false;
  if (*inode == 0) return true;
  const bool tcp = protocol == "tcp";
  SocketFacts& facts = table[*inode];
  facts.name = tcp ? protocol + " " + state_name(kTcpStates, *state) : protocol;
  facts.queued_bytes = tcp && *state == kListen ? 0 : std::int64_t{*sent} + *received;
  return true;
}

bool add_unix_socket(std::string_view line, SocketTable& table) {
  for (int i = 0; i < 3; ++i) take_word(line);  // address, references, protocol
  const auto flags = to_integer<unsigned>(take_word(line), kHex);
  take_word(line);  // type
  const auto state = to_integer<unsigned>(take_word(line), kHex);
  const auto inode = to_integer<std::uint64_t>(take_word(line));
  if (!flags || !state || !inode) return false;
  const bool listens = (*flags & kAcceptFlag) != 0;
  table[*inode].name =
      std::string("unix ") + (listens ? "listening" : state_name(kUnixStates, *state));
  return true;
}

}  // namespace

Status add_inet_sockets(std::string_view text, const std::string& protocol, SocketTable& table) {
  return for_each_line(
      text, [&](std::string_view line) { return add_inet_socket(line, protocol, table); });
}

Status add_unix_sockets(std::string_view text, SocketTable& table) {
  return for_each_line(text, [&](std::string_view line) { return add_unix_socket(line, table); });
}

SocketTable read_sockets(int directory) {
  SocketTable table;
  const auto with_text = [directory](const char* name, auto add) {
    Result<ProcFile> file = ProcFile::open_in(directory, "", name);
    if (!file.ok()) return;
    const Result<std::string_view> text = file.value().read();
    // A line that makes no sense ends this table; what it listed before is sound.
    if (text.ok()) (void)add(text.value());
  };
  const auto add = [&table](const char* protocol) {
    return [&table, protocol](std::string_view text) {
      return add_inet_sockets(text, protocol, table);
    };
  };
  with_text("net/tcp", add("tcp"));
  with_text("net/tcp6", add("tcp"));
  with_text("net/udp", add("udp"));
  with_text("net/udp6", add("udp"));
  with_text("net/unix", [&table](std::string_view text) { return add_unix_sockets(text, table); });
  return table;
}

std::string socket_protocol(int fd_directory, int fd) {
  // There is no getxattrat() before Linux 6.13, hence the way through our own descriptor.
  const std::string path =
      "/proc/self/fd/" + std::to_string(fd_directory) + "/" + std::to_string(fd);
  std::array<char, 64> value;
  const ssize_t length =
      ::getxattr(path.c_str(), "system.sockprotoname", value.data(), value.size());
  if (length <= 0) return "unknown";
  std::string name(value.data(), static_cast<std::size_t>(length));
  name.resize(std::min(name.find('\0'), name.size()));
  if (name.ends_with("v6")) name.resize(name.size() - 2);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return name.empty() ? "unknown" : name;
}

}  // namespace ttsoak
