#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "probes/values/inventory.h"

namespace ttsoak {

// What a descriptor is, by its link alone.
struct DescriptorName {
  InventoryKind kind = InventoryKind::other_descriptor;
  std::string name;         // clustered; empty for sockets, which their tables name
  std::uint64_t inode = 0;  // of a socket
};

// Of the link `target` in /proc/<pid>/fd: "socket:[7]", "anon_inode:[eventpoll]", "/a/b (deleted)".
// A named pipe is an open file here; whoever knows the mode of the file knows better.
DescriptorName name_descriptor(std::string_view target);

// `path` without the " (deleted)" that the kernel adds to files that were unlinked.
std::string_view without_deleted(std::string_view path);

}  // namespace ttsoak
