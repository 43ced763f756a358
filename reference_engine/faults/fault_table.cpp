#include "reference_engine/faults/fault_table.h"

#include <algorithm>
#include <array>

#include "reference_engine/faults/abort_state.h"
#include "reference_engine/faults/bounded_text_cache.h"
#include "reference_engine/faults/pinned_buffers.h"
#include "reference_engine/faults/temp_files.h"
#include "reference_engine/faults/text_cache.h"
#include "reference_engine/faults/warmup_staircase.h"

namespace ttsoak {
namespace {

template <typename T>
std::unique_ptr<Fault> make() {
  return std::make_unique<T>();
}

constexpr std::array<FaultEntry, 7> kTable = {{
    {"abort_state", "67 KiB of request state after every abort", AbortState::kBytesPerAbort, true,
     make<AbortState>},
    {"bounded_text_cache", "the audio of the last 256 different requests", 0, false,
     make<BoundedTextCache>},
    {"pinned_buffers", "64 MiB of free heap held apart by small blocks; a trim returns it", 0,
     false, [] { return std::unique_ptr<Fault>(std::make_unique<PinnedBuffers>(kTrimmablePins)); }},
    {"pinned_pages", "30 MiB of free heap with a small block on every page; a trim returns none", 0,
     false,
     [] { return std::unique_ptr<Fault>(std::make_unique<PinnedBuffers>(kUntrimmablePins)); }},
    {"temp_files", "a 64 KiB file temp_voice_* in TMPDIR after every request",
     TempFiles::kBytesPerRequest, true, make<TempFiles>},
    {"text_cache", "64 KiB of audio after every request, under a key that never recurs",
     TextCache::kBytesPerRequest, true, make<TextCache>},
    {"warmup_staircase", "a work arena that doubles every 25 requests up to 32 MiB", 0, false,
     make<WarmupStaircase>},
}};

}  // namespace

std::span<const FaultEntry> fault_table() { return kTable; }

const FaultEntry* find_fault(std::string_view name) {
  const auto* found = std::find_if(kTable.begin(), kTable.end(),
                                   [&](const FaultEntry& entry) { return entry.name == name; });
  return found == kTable.end() ? nullptr : found;
}

}  // namespace ttsoak
