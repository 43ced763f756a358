#include "probes/inventory/children.h"

#include "probes/inventory/cluster_name.h"
#include "probes/process/proc_file.h"
#include "probes/process/proc_stat.h"

namespace ttsoak {

void look_at_children(const InventoryProcess& process, const ChildLister& lister,
                      InventoryLook& look) {
  for (const pid_t child : lister.children_of(*process.watch)) {
    Result<ProcFile> file = ProcFile::open("/proc/" + std::to_string(child) + "/stat");
    if (!file.ok()) continue;  // ended, and noticed by its parent
    const Result<std::string_view> text = file.value().read();
    if (!text.ok()) continue;
    const Result<ProcStat> stat = parse_proc_stat(text.value());
    if (!stat.ok() || stat.value().parent_pid != process.watch->identity().pid) continue;
    const bool ended = stat.value().has_ended();
    look.tally.add(process.index, ended ? InventoryKind::zombie : InventoryKind::child,
                   cluster_name(stat.value().command_name));
  }
}

}  // namespace ttsoak
