#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probes/base/clock.h"

namespace ttsoak {

enum class InventoryKind {
  thread,        // by name; bytes: resident memory of their stacks
  open_file,     // descriptors of regular files, by clustered path
  deleted_file,  // descriptors of files already unlinked; bytes: what they take on the disk
  socket,        // by state: "tcp established", "unix listening"; bytes: in kernel queues
  pipe,
  other_descriptor,  // by kind: "eventpoll", "eventfd", "memfd:name"
  child,             // living descendants, by command
  zombie,            // by command
  unlinked_mapping,  // files mapped and unlinked, by clustered path; bytes: resident
  temp_file,         // files in temporary folders, by clustered path; bytes: on the disk
  shm_file,          // the same on tmpfs: bytes are memory
  gpu_memory,        // by device; bytes: what the process holds there
};

// Things of one kind and name that one process has, or that lie in the target's folders.
struct InventoryItem {
  int process = -1;  // ProcessInfo::index; -1 = not of one process: files in folders
  InventoryKind kind = InventoryKind::thread;
  std::string name;  // clustered: what differs between members is a `*`: "/tmp/temp_voice_*.wav"
  std::int64_t count = 0;
  std::int64_t bytes = 0;  // 0 where the kind has none
};

// All that the target has besides memory, at one trough.
struct Inventory {
  int cycle = 0;
  RunTime at{0};
  std::vector<InventoryItem> items;
  std::string note;  // what could not be looked at, for people
};

}  // namespace ttsoak
