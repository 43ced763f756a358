#include "probes/heap/symbol_index.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <tuple>

namespace ttsoak {
namespace {

// Symbols of assembly code often have no size; beyond this they are no answer.
constexpr std::uint64_t kReachOfSizeless = 4096;
// Labels inside a function that are passed over before its own symbol is given up.
constexpr int kMostInside = 64;

bool is_function(const GElf_Sym& symbol, const char* name) {
  const auto type = GELF_ST_TYPE(symbol.st_info);
  if (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) return false;
  return symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS && name != nullptr &&
         *name != '\0';
}

}  // namespace

SymbolIndex::SymbolIndex(Dwfl_Module* module) {
  const int count = dwfl_module_getsymtab(module);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol{};
    GElf_Addr address = 0;
    const char* const name =
        dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (name == nullptr || !is_function(symbol, name)) continue;
    symbols_.push_back({address, symbol.st_size, name, GELF_ST_BIND(symbol.st_info) != STB_LOCAL});
  }
  std::sort(symbols_.begin(), symbols_.end(), goes_before);
}

// By address; of those at one address the best name comes last, where name_at() begins.
bool SymbolIndex::goes_before(const Symbol& one, const Symbol& other) {
  const auto rank = [](const Symbol& symbol) {
    const auto underscores = std::string_view(symbol.name).find_first_not_of('_');
    return std::tuple(symbol.start, symbol.size > 0, symbol.global, -static_cast<int>(underscores),
                      -static_cast<std::int64_t>(std::strlen(symbol.name)),
                      std::string_view(symbol.name));
  };
  return rank(one) < rank(other);
}

const char* SymbolIndex::name_at(std::uint64_t address) const {
  auto next =
      std::upper_bound(symbols_.begin(), symbols_.end(), address,
                       [](std::uint64_t at, const Symbol& symbol) { return at < symbol.start; });
  const char* nearby = nullptr;
  for (int i = 0; i < kMostInside && next != symbols_.begin(); ++i) {
    const Symbol& symbol = *--next;
    const std::uint64_t offset = address - symbol.start;
    if (symbol.size > 0 && offset < symbol.size) return symbol.name;
    if (symbol.size == 0 && offset < kReachOfSizeless && nearby == nullptr) nearby = symbol.name;
  }
  return nearby;
}

}  // namespace ttsoak
