#include "probes/inventory/inventory_probe.h"

#include <set>
#include <utility>

#include "probes/inventory/children.h"
#include "probes/inventory/descriptors.h"
#include "probes/inventory/printable.h"
#include "probes/inventory/unlinked_mappings.h"
#include "probes/process/proc_file.h"

namespace ttsoak {
namespace {

std::vector<MappedRange> read_ranges(const ProcessWatch& watch, InventoryNotes& notes) {
  Result<ProcFile> file = ProcFile::open_in(watch.directory(), "", "maps");
  const Result<std::string_view> text = file.ok() ? file.value().read() : file.error();
  if (!text.ok()) {
    notes.add_refusal("address map of process " + std::to_string(watch.identity().pid));
    return {};
  }
  Result<std::vector<MappedRange>> ranges = parse_proc_maps(text.value());
  return ranges.ok() ? std::move(ranges).value() : std::vector<MappedRange>();
}

}  // namespace

InventoryProbe::InventoryProbe(std::vector<std::string> folders,
                               const std::vector<std::filesystem::path>& own,
                               const WalkLimits& limits)
    : temp_files_(std::move(folders), own, limits) {
  // No library, no driver, no GPU: then there is nothing to say.
  if (Result<GpuMemory> gpus = GpuMemory::open(); gpus.ok()) gpus_ = std::move(gpus).value();
}

Inventory InventoryProbe::take(const std::vector<InventoryProcess>& processes, int cycle,
                               RunTime at) {
  InventoryLook look;
  static const ChildSource child_source = find_child_source();
  ChildLister lister(child_source);
  lister.begin();
  std::set<int> indices;
  for (const InventoryProcess& process : processes) {
    indices.insert(process.index);
    const std::vector<MappedRange> ranges = read_ranges(*process.watch, look.notes);
    PageCounter pages(process.watch->directory());
    stacks_.look_at(process, ranges, pages, look);
    look_at_unlinked_mappings(process, ranges, pages, look);
    if (pages.spent()) {
      look.notes.add("memory of stacks and unlinked mappings of process " +
                     std::to_string(process.watch->identity().pid) +
                     ": only in part, there are too many addresses");
    }
    look_at_descriptors(process, look);
    look_at_children(process, lister, look);
  }
  stacks_.keep(indices);
  names_.keep(indices);
  temp_files_.look_at(processes, look);
  look_at_gpus(processes, look);
  return {cycle, at, look.tally.items(names_), look.notes.text()};
}

void InventoryProbe::look_at_gpus(const std::vector<InventoryProcess>& processes,
                                  InventoryLook& look) {
  if (!gpus_) return;
  for (const GpuUse& use : gpus_->read()) {
    for (const InventoryProcess& process : processes) {
      if (process.watch->identity().pid != use.pid) continue;
      look.tally.add(process.index, InventoryKind::gpu_memory, printable(use.device), use.bytes);
    }
  }
}

}  // namespace ttsoak
