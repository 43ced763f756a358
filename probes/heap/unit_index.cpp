#include "probes/heap/unit_index.h"

#include <dwarf.h>

#include <algorithm>
#include <cstddef>

namespace ttsoak {
namespace {

// In damaged files entries may lie in each other without end.
constexpr int kMostDepth = 64;
constexpr std::int64_t kMostEntries = 20'000'000;

// The entry after `die` in the same scope. Offsets must grow, or a damaged file leads in circles.
bool next_entry(Dwarf_Die* die, Dwarf_Die* next) {
  return dwarf_siblingof(die, next) == 0 && dwarf_dieoffset(next) > dwarf_dieoffset(die);
}

bool may_hold_inlined(int tag) {
  return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
         tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

}  // namespace

UnitIndex::UnitIndex(Dwarf_Die unit) : left_to_read_(kMostEntries) {
  read(&unit, UINT64_MAX, -1, 0);
  std::sort(functions_.begin(), functions_.end(),
            [](const Function& a, const Function& b) { return a.start < b.start; });
}

void UnitIndex::read(Dwarf_Die* parent, Dwarf_Off end, int scope, int depth) {
  Dwarf_Die die;
  if (depth > kMostDepth || dwarf_child(parent, &die) != 0) return;
  while (left_to_read_-- > 0) {
    Dwarf_Die next;
    const bool more = next_entry(&die, &next);
    switch (dwarf_tag(&die)) {
      case DW_TAG_namespace:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type: {
        const char* const name = dwarf_diename(&die);
        const Dwarf_Off scope_end = more ? dwarf_dieoffset(&next) : end;
        scopes_.push_back(
            {dwarf_dieoffset(&die), scope_end, scope, name == nullptr ? "(anonymous)" : name});
        read(&die, scope_end, static_cast<int>(scopes_.size()) - 1, depth + 1);
        break;
      }
      case DW_TAG_subprogram:
        add_function(&die);
        break;
      default:
        break;
    }
    if (!more) return;
    die = next;
  }
}

void UnitIndex::add_function(Dwarf_Die* die) {
  if (dwarf_hasattr(die, DW_AT_low_pc) == 0 && dwarf_hasattr(die, DW_AT_ranges) == 0) return;
  Dwarf_Addr base = 0;
  Dwarf_Addr start = 0;
  Dwarf_Addr end = 0;
  for (std::ptrdiff_t at = 0; left_to_read_-- > 0;) {
    at = dwarf_ranges(die, at, &base, &start, &end);
    if (at <= 0) return;
    functions_.push_back({start, end, *die});
  }
}

std::vector<Dwarf_Die> UnitIndex::functions_at(Dwarf_Addr address) {
  const auto after =
      std::upper_bound(functions_.begin(), functions_.end(), address,
                       [](Dwarf_Addr at, const Function& function) { return at < function.start; });
  if (after == functions_.begin() || std::prev(after)->end <= address) return {};
  std::vector<Dwarf_Die> found = {std::prev(after)->die};
  Dwarf_Die parent = found.front();
  Dwarf_Die die;
  for (int depth = 0; depth < kMostDepth && dwarf_child(&parent, &die) == 0; ++depth) {
    bool more = true;
    while (more && !(may_hold_inlined(dwarf_tag(&die)) && dwarf_haspc(&die, address) > 0)) {
      Dwarf_Die next;
      more = next_entry(&die, &next);
      die = next;
    }
    if (!more) break;
    if (dwarf_tag(&die) == DW_TAG_inlined_subroutine) found.push_back(die);
    parent = die;
  }
  return found;
}

std::string UnitIndex::qualification(Dwarf_Off declaration) const {
  const auto after =
      std::upper_bound(scopes_.begin(), scopes_.end(), declaration,
                       [](Dwarf_Off at, const Scope& scope) { return at < scope.begin; });
  std::string path;
  for (auto index = static_cast<int>(after - scopes_.begin()) - 1; index >= 0;) {
    const Scope& scope = scopes_[static_cast<std::size_t>(index)];
    if (declaration < scope.end) path.insert(0, std::string(scope.name) + "::");
    index = scope.parent;
  }
  return path;
}

}  // namespace ttsoak
