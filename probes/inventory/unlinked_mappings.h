#pragma once

#include <vector>

#include "probes/inventory/address_map.h"
#include "probes/inventory/inventory_look.h"

namespace ttsoak {

// Counts the files that `process` has mapped and that are unlinked: libraries that were replaced
// under it, copies that it loaded and removed, shared memory. A file counts once, however many
// ranges of it are mapped. Anonymous memory shared by mmap() is none.
void look_at_unlinked_mappings(const InventoryProcess& process,
                               const std::vector<MappedRange>& ranges, PageCounter& pages,
                               InventoryLook& look);

}  // namespace ttsoak
