#include "probes/inventory/unlinked_mappings.h"

#include <map>
#include <string>

#include "probes/inventory/cluster_name.h"
#include "probes/inventory/descriptor_name.h"

namespace ttsoak {

void look_at_unlinked_mappings(const InventoryProcess& process,
                               const std::vector<MappedRange>& ranges, PageCounter& pages,
                               InventoryLook& look) {
  struct File {
    std::string name;
    std::int64_t bytes = 0;
  };
  std::map<std::string, File> files;
  for (const MappedRange& range : ranges) {
    const std::string_view path = without_deleted(range.path);
    const bool unlinked = path.size() < range.path.size() && !range.file.empty();
    if (!unlinked || path == "/dev/zero") continue;  // shared anonymous memory looks like this
    File& file = files[range.file];
    if (file.name.empty()) file.name = cluster_name(path);
    if (pages.ready()) file.bytes += pages.bytes(range.start, range.end);
  }
  for (const auto& [id, file] : files) {
    look.tally.add(process.index, InventoryKind::unlinked_mapping, file.name, file.bytes);
  }
}

}  // namespace ttsoak
