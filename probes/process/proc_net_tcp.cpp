#include "probes/process/proc_net_tcp.h"

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

constexpr std::string_view kStateListen = "0A";  // TCP_LISTEN of the kernel's tcp_states.h
constexpr int kHex = 16;

struct Line {
  std::string_view local_address, state, uid, inode;
};

Line split(std::string_view text) {
  const auto skip = [&text](int words) {
    for (int i = 0; i < words; ++i) take_word(text);
  };
  Line line;
  skip(1);  // "sl": the number of the line
  line.local_address = take_word(text);
  skip(1);  // remote address
  line.state = take_word(text);
  skip(3);  // queues, timer, retransmits
  line.uid = take_word(text);
  skip(1);  // timeout
  line.inode = take_word(text);
  return line;
}

Result<TcpListener> parse_listener(const Line& line) {
  const std::size_t colon = line.local_address.find(':');
  const auto port = colon == line.local_address.npos
                        ? std::nullopt
                        : to_integer<std::uint16_t>(line.local_address.substr(colon + 1), kHex);
  if (!port) return bad_field("local_address", line.local_address);
  const auto uid = to_integer<uid_t>(line.uid);
  if (!uid) return bad_field("uid", line.uid);
  const auto inode = to_integer<std::uint64_t>(line.inode);
  if (!inode) return bad_field("inode", line.inode);
  return TcpListener{.port = *port, .uid = *uid, .inode = *inode};
}

}  // namespace

Result<std::vector<TcpListener>> parse_proc_net_tcp(std::string_view text) {
  std::vector<TcpListener> listeners;
  for (int number = 0; !text.empty(); ++number) {
    const std::size_t length = text.find('\n');
    const std::string_view text_line = text.substr(0, length);
    text.remove_prefix(length == text.npos ? text.size() : length + 1);
    if (number == 0) {
      if (text_line.find("local_address") == text_line.npos) {
        return Error{"line 0: expected the heading with local_address"};
      }
      continue;
    }
    const Line line = split(text_line);
    const std::string where = "line " + std::to_string(number);
    if (line.inode.empty()) return bad_field("inode", "").with_context(where);
    if (line.state != kStateListen) continue;
    const Result<TcpListener> listener = parse_listener(line);
    if (!listener.ok()) return listener.error().with_context(where);
    listeners.push_back(listener.value());
  }
  return listeners;
}

}  // namespace ttsoak
