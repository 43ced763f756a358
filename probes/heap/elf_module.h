#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "probes/base/unique_fd.h"
#include "probes/heap/symbol_index.h"
#include "probes/heap/unit_index.h"
#include "probes/values/heap_snapshot.h"

namespace ttsoak {

// One program or library on disk and what it says about its addresses, read by libdw.
//
// Debugging information is looked for in the file, beside it, and in the directories of
// `debug_path` (as dwfl_standard_find_debuginfo(3) has it, by build-id and by .gnu_debuglink), then
// on the servers in DEBUGINFOD_URLS. Symbols come from .symtab, MiniDebugInfo, or .dynsym.
//
// One thread at a time.
class ElfModule {
 public:
  // `fd` is open on the file, which has `path` for us. Null if it is no ELF file.
  static std::unique_ptr<ElfModule> open(const UniqueFd& fd, const std::filesystem::path& path,
                                         std::string debug_path);

  // Raw bytes of its GNU build-id; empty if it has none.
  [[nodiscard]] std::string build_id() const;

  // Functions inlined at `address` (ELF virtual address), innermost first, and the one they are in.
  // Frame::module and ::address are the caller's. Empty if nothing is known.
  std::vector<Frame> frames_at(std::uint64_t address);

 private:
  struct EndDwfl {
    void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
  };
  struct UnitRange {
    std::uint64_t start, end;
    Dwarf_Die unit;
    Dwarf_Addr bias;
  };

  explicit ElfModule(std::string debug_path);
  Dwarf_Die* unit_at(std::uint64_t address, Dwarf_Addr& bias);
  void list_units();
  UnitIndex& index_of(Dwarf_Die* unit);
  std::vector<Frame> by_dwarf(std::uint64_t address);
  std::vector<Frame> by_symbols(std::uint64_t address);

  std::string debug_path_;
  char* debug_path_pointer_;  // libdwfl wants a pointer to one
  Dwfl_Callbacks callbacks_{};
  std::unique_ptr<Dwfl, EndDwfl> dwfl_;
  Dwfl_Module* module_ = nullptr;
  std::optional<SymbolIndex> symbols_;
  bool units_listed_ = false;
  std::vector<UnitRange> units_;                      // by start
  std::unordered_map<Dwarf_Off, UnitIndex> indexes_;  // by the unit's offset
};

}  // namespace ttsoak
