#pragma once

#include "probes/inventory/inventory_look.h"
#include "probes/process/child_lister.h"

namespace ttsoak {

// Counts the children of `process` by the name of their program, zombies apart. `lister` has
// begun.
void look_at_children(const InventoryProcess& process, const ChildLister& lister,
                      InventoryLook& look);

}  // namespace ttsoak
