#include "probes/inventory/descriptors.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <optional>
#include <vector>

#include "probes/base/unique_fd.h"
#include "probes/inventory/descriptor_name.h"
#include "probes/inventory/file_facts.h"
#include "probes/inventory/target_mounts.h"
#include "probes/process/proc_directory.h"

namespace ttsoak {
namespace {

std::optional<std::string> read_link(int directory, const char* name) {
  std::array<char, PATH_MAX> target;
  const ssize_t length = ::readlinkat(directory, name, target.data(), target.size());
  if (length < 0) return std::nullopt;
  return std::string(target.data(), static_cast<std::size_t>(length));
}

// The sockets of the process's network namespace, read once for all processes in it.
const SocketTable& sockets_of(const InventoryProcess& process, InventoryLook& look) {
  const int directory = process.watch->directory();
  // Who may not read the link may not see the descriptors either, so this is never shared wrongly.
  const std::string space = read_link(directory, "ns/net").value_or("");
  const auto found = look.sockets.find(space);
  if (found != look.sockets.end()) return found->second;
  return look.sockets.emplace(space, read_sockets(directory)).first->second;
}

class DescriptorLook {
 public:
  DescriptorLook(const InventoryProcess& process, int fd_directory, InventoryLook& look)
      : process_(&process),
        fds_(fd_directory),
        look_(&look),
        mounts_(target_mounts(process.watch->directory())) {}

  void add(int fd) {
    const std::string number = std::to_string(fd);
    const std::optional<std::string> target = read_link(fds_, number.c_str());
    if (!target) return;  // closed since it was listed
    DescriptorName name = name_descriptor(*target);
    if (name.kind == InventoryKind::socket) return add_socket(fd, name.inode);
    const bool has_path = target->starts_with('/');
    std::int64_t bytes = 0;
    if (has_path && !hangs(*target)) bytes = look_at_file(number.c_str(), name);
    look_->tally.add(process_->index, name.kind, name.name, bytes);
  }

 private:
  bool hangs(const std::string& path) const {
    const Mount* const mount = mount_of(mounts_, path);
    return mount != nullptr && may_hang(*mount);
  }

  // Corrects the kind of a named pipe; returns the bytes to count.
  std::int64_t look_at_file(const char* number, DescriptorName& name) {
    const auto facts = file_facts(fds_, number, true);
    if (!facts) return 0;
    if (S_ISFIFO(facts->mode)) name.kind = InventoryKind::pipe;
    if (!S_ISREG(facts->mode)) return 0;
    if (name.kind == InventoryKind::open_file && !open_for_writing(number)) return 0;
    const bool first = look_->counted.emplace(facts->device, facts->inode).second;
    return first ? facts->disk_bytes : 0;
  }

  // The permissions of the link itself tell how the descriptor was opened (man 5 proc).
  bool open_for_writing(const char* number) const {
    const auto link = file_facts(fds_, number, false);
    return link && (link->mode & S_IWUSR) != 0;
  }

  void add_socket(int fd, std::uint64_t inode) {
    const SocketTable& table = sockets_of(*process_, *look_);
    const auto found = table.find(inode);
    if (found != table.end()) {
      const bool first = look_->counted.emplace(kSockets, inode).second;
      return look_->tally.add(process_->index, InventoryKind::socket, found->second.name,
                              first ? found->second.queued_bytes : 0);
    }
    std::string name = socket_protocol(fds_, fd);
    if (name == "tcp") name += " unconnected";
    look_->tally.add(process_->index, InventoryKind::socket, name);
  }

  static constexpr std::uint64_t kSockets = ~0ULL;  // in place of a device; no disk has it

  const InventoryProcess* process_;
  int fds_;
  InventoryLook* look_;
  std::vector<Mount> mounts_;
};

}  // namespace

void look_at_descriptors(const InventoryProcess& process, InventoryLook& look) {
  const UniqueFd directory(
      ::openat(process.watch->directory(), "fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::string what =
      "descriptors of process " + std::to_string(process.watch->identity().pid);
  if (!directory.valid()) return look.notes.add_refusal(what);
  const Result<std::vector<int>> fds = numbered_entries(directory.get());
  if (!fds.ok()) return;  // it has ended
  DescriptorLook descriptors(process, directory.get(), look);
  for (const int fd : fds.value()) descriptors.add(fd);
}

}  // namespace ttsoak
