#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "probes/inventory/inventory_notes.h"
#include "probes/inventory/item_tally.h"
#include "probes/inventory/socket_table.h"
#include "probes/process/process_watch.h"

namespace ttsoak {

// A watched process and its ProcessInfo::index.
struct InventoryProcess {
  int index = 0;
  const ProcessWatch* watch = nullptr;
};

// What is gathered while one inventory is taken.
struct InventoryLook {
  ItemTally tally;
  InventoryNotes notes;
  std::map<std::string, SocketTable> sockets;  // by network namespace
  // Files whose bytes are counted, by device and inode: the workers of a server share what they
  // inherited, and the disk holds it once.
  std::set<std::pair<std::uint64_t, std::uint64_t>> counted;
};

}  // namespace ttsoak
