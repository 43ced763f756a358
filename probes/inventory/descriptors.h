#pragma once

#include "probes/inventory/inventory_look.h"

namespace ttsoak {

// Counts every descriptor of `process` under its kind and name.
//
// Bytes: of a deleted file and a memfd what they take; of an open file the same if it is open for
// writing, as a log is. Each file once in an inventory, however many descriptors lead to it. Files
// on mounts that may hang are not asked for bytes.
void look_at_descriptors(const InventoryProcess& process, InventoryLook& look);

}  // namespace ttsoak
