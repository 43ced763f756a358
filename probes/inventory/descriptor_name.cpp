#include "probes/inventory/descriptor_name.h"

#include "probes/inventory/cluster_name.h"
#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

constexpr std::string_view kDeleted = " (deleted)";

// "anon_inode:[eventpoll]", "anon_inode:inotify", "net:[4026531840]".
std::string anonymous_name(std::string_view target) {
  constexpr std::string_view kAnonymous = "anon_inode:";
  if (!target.starts_with(kAnonymous)) return cluster_name(target.substr(0, target.find(':')));
  target.remove_prefix(kAnonymous.size());
  if (target.starts_with('[')) target.remove_prefix(1);
  if (target.ends_with(']')) target.remove_suffix(1);
  return cluster_name(target);
}

}  // namespace

std::string_view without_deleted(std::string_view path) {
  return path.ends_with(kDeleted) ? path.substr(0, path.size() - kDeleted.size()) : path;
}

DescriptorName name_descriptor(std::string_view target) {
  constexpr std::string_view kSocket = "socket:[";
  constexpr std::string_view kMemfd = "/memfd:";
  if (target.starts_with(kSocket) && target.ends_with(']')) {
    const std::string_view number =
        target.substr(kSocket.size(), target.size() - kSocket.size() - 1);
    return {InventoryKind::socket, "", to_integer<std::uint64_t>(number).value_or(0)};
  }
  if (target.starts_with("pipe:")) return {InventoryKind::pipe, "pipe", 0};
  if (!target.starts_with('/')) return {InventoryKind::other_descriptor, anonymous_name(target), 0};
  if (target.starts_with(kMemfd)) {
    return {InventoryKind::other_descriptor, cluster_name(without_deleted(target.substr(1))), 0};
  }
  const bool device = target.starts_with("/dev/") && !target.starts_with("/dev/shm/");
  const InventoryKind kind = device                       ? InventoryKind::other_descriptor
                             : target.ends_with(kDeleted) ? InventoryKind::deleted_file
                                                          : InventoryKind::open_file;
  return {kind, cluster_name(without_deleted(target)), 0};
}

}  // namespace ttsoak
