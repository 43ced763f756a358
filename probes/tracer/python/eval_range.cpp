#include "probes/tracer/python/eval_range.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "probes/tracer/python/memory.h"

namespace ttsoak::tracer {
namespace {

// The index of .eh_frame_hdr: begin and description of every function, sorted by begin. Offsets
// are from the section's start (LSB Core, "The .eh_frame_hdr section").
struct FunctionIndex {
  struct Entry {
    int32_t begin, description;
  };
  uintptr_t section = 0;
  const Entry* entries = nullptr;
  uint32_t count = 0;

  [[nodiscard]] uintptr_t begin(uint32_t i) const {
    return section + static_cast<uintptr_t>(static_cast<intptr_t>(entries[i].begin));
  }
  // The last entry that begins at or before `address`.
  [[nodiscard]] uint32_t find(uintptr_t address) const {
    uint32_t low = 0, high = count;
    while (high - low > 1) {
      const uint32_t middle = low + (high - low) / 2;
      (begin(middle) <= address ? low : high) = middle;
    }
    return low;
  }
};

struct Segment {
  uintptr_t code;                // what is looked for
  uintptr_t begin = 0, end = 0;  // the executable segment around it
  uintptr_t eh_frame_hdr = 0;
};

int find_segment(dl_phdr_info* info, size_t, void* wanted) {
  Segment& segment = *static_cast<Segment*>(wanted);
  uintptr_t index = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_EH_FRAME) index = begin;
    if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
    if (segment.code < begin || segment.code >= begin + header.p_memsz) continue;
    segment.begin = begin;
    segment.end = begin + header.p_memsz;
  }
  if (segment.begin == 0) return 0;
  segment.eh_frame_hdr = index;
  return 1;
}

FunctionIndex open_index(uintptr_t section) {
  FunctionIndex index;
  if (section == 0) return index;
  const auto* const header = reinterpret_cast<const unsigned char*>(section);
  // Version 1; count as udata4 or sdata4; table as sdata4 relative to the section.
  if (header[0] != 1 || (header[2] & 0xf7) != 0x03 || header[3] != 0x3b) return index;
  index.section = section;
  index.count = load<uint32_t>(section + 8);
  index.entries = reinterpret_cast<const FunctionIndex::Entry*>(section + 12);
  return index;
}

// The target of the jump at `at`, if a jump it is: 0f 8x rel32 or e9 rel32. Bytes that only look
// like one are outvoted.
uintptr_t jump_target(const unsigned char* at) {
  const int length = at[0] == 0x0f && (at[1] & 0xf0) == 0x80 ? 6 : at[0] == 0xe9 ? 5 : 0;
  if (length == 0) return 0;
  int32_t distance;
  memcpy(&distance, at + length - 4, sizeof distance);
  return reinterpret_cast<uintptr_t>(at + length) +
         static_cast<uintptr_t>(static_cast<intptr_t>(distance));
}

// The part that the hot code jumps into most, not at its start: nobody jumps into the middle of a
// stranger's function.
void find_cold_part(EvalRange& range) {
  Segment segment{.code = range.hot_begin};
  dl_iterate_phdr(find_segment, &segment);
  const FunctionIndex index = open_index(segment.eh_frame_hdr);
  if (index.count == 0) return;

  constexpr uint32_t kCandidates = 64;
  constexpr uint32_t kEnoughJumps = 8;
  struct {
    uint32_t entry, jumps;
  } candidates[kCandidates] = {};
  uint32_t used = 0;
  for (uintptr_t at = range.hot_begin; at + 6 <= range.hot_end; ++at) {
    const uintptr_t target = jump_target(reinterpret_cast<const unsigned char*>(at));
    if (target < segment.begin || target >= segment.end) continue;
    if (target >= range.hot_begin && target < range.hot_end) continue;
    const uint32_t entry = index.find(target);
    if (index.begin(entry) >= target) continue;
    uint32_t i = 0;
    while (i < used && candidates[i].entry != entry) ++i;
    if (i == kCandidates) continue;
    if (i == used) candidates[used++].entry = entry;
    ++candidates[i].jumps;
  }
  uint32_t best = 0;
  for (uint32_t i = 1; i < used; ++i) {
    if (candidates[i].jumps > candidates[best].jumps) best = i;
  }
  if (used == 0 || candidates[best].jumps < kEnoughJumps) return;
  const uint32_t entry = candidates[best].entry;
  range.cold_begin = index.begin(entry);
  range.cold_end = entry + 1 < index.count ? index.begin(entry + 1) : segment.end;
}

}  // namespace

bool find_eval_range(void* function, EvalRange& range) {
  Dl_info info{};
  void* found = nullptr;
  if (dladdr1(function, &info, &found, RTLD_DL_SYMENT) == 0 || found == nullptr) return false;
  const auto* const symbol = static_cast<const ElfW(Sym)*>(found);
  if (info.dli_saddr != function || symbol->st_size == 0) return false;
  range.hot_begin = reinterpret_cast<uintptr_t>(function);
  range.hot_end = range.hot_begin + symbol->st_size;
  find_cold_part(range);
  return true;
}

}  // namespace ttsoak::tracer
