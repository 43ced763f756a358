#include "probes/tracer/modules.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "probes/tracer/box.h"

namespace ttsoak::tracer {
namespace {

using namespace blackbox;

uint64_t g_loads_seen = 0;
uint32_t g_recording = 0;
uint32_t g_is_more = 0;  // somebody came by meanwhile

Text build_id_of(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(info.dlpi_addr + segment.p_vaddr);
    const char* const end = at + segment.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note_header;
      memcpy(&note_header, at, sizeof note_header);
      const char* const name = at + sizeof note_header;
      const char* const bytes = name + ((note_header.n_namesz + 3U) & ~3U);
      const char* const next = bytes + ((note_header.n_descsz + 3U) & ~3U);
      if (next > end || next < at) break;
      if (note_header.n_type == NT_GNU_BUILD_ID && note_header.n_namesz == 4 &&
          memcmp(name, "GNU", 4) == 0) {
        return append_bytes(bytes, note_header.n_descsz);
      }
      at = next;
    }
  }
  return {0, 0};
}

bool is_known(uint64_t start, uint64_t end, const char* path) {
  const Header& header = *g_box.header;
  for (uint32_t i = header.modules_used; i > 0; --i) {
    const ModuleSlot& slot = g_box.modules[i - 1];
    if (slot.start >= end || start >= slot.end) continue;
    // The newest one there: the same, or a library that took the place of another?
    return slot.start == start && slot.end == end && slot.path.size == strlen(path) &&
           memcmp(g_box.bytes + slot.path.offset, path, slot.path.size) == 0;
  }
  return false;
}

int record_module(dl_phdr_info* info, size_t, void*) {
  Header& header = *g_box.header;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    const uint64_t start = info->dlpi_addr + segment.p_vaddr;
    const uint64_t end = start + segment.p_memsz;
    const char* const path = info->dlpi_name != nullptr ? info->dlpi_name : "";
    if (is_known(start, end, path)) continue;
    const uint32_t id = header.modules_used;
    if (id >= header.modules.capacity) return 1;
    ModuleSlot& slot = g_box.modules[id];
    slot.start = start;
    slot.end = end;
    slot.bias = info->dlpi_addr;
    slot.path = append_bytes(path, strlen(path));
    slot.build_id = build_id_of(*info);
    __atomic_store_n(&header.modules_used, id + 1, __ATOMIC_RELEASE);
  }
  return 0;
}

int read_loads(dl_phdr_info* info, size_t, void* loads) {
  *static_cast<uint64_t*>(loads) = info->dlpi_adds;
  return 1;
}

}  // namespace

void record_modules() {
  uint64_t loads = 0;
  dl_iterate_phdr(read_loads, &loads);
  while (loads != __atomic_load_n(&g_loads_seen, __ATOMIC_SEQ_CST)) {
    __atomic_store_n(&g_is_more, 1, __ATOMIC_SEQ_CST);
    // Whoever comes second need not wait: the first one goes round once more for him.
    if (__atomic_exchange_n(&g_recording, 1, __ATOMIC_SEQ_CST) != 0) return;
    __atomic_store_n(&g_is_more, 0, __ATOMIC_SEQ_CST);
    dl_iterate_phdr(read_loads, &loads);
    dl_iterate_phdr(record_module, nullptr);
    __atomic_store_n(&g_loads_seen, loads, __ATOMIC_SEQ_CST);
    __atomic_store_n(&g_recording, 0, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&g_is_more, __ATOMIC_SEQ_CST) != 0) dl_iterate_phdr(read_loads, &loads);
  }
}

void reset_modules_after_fork() {
  g_loads_seen = 0;
  g_recording = 0;
}

}  // namespace ttsoak::tracer
