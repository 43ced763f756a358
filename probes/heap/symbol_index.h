#pragma once

#include <elfutils/libdwfl.h>

#include <cstdint>
#include <vector>

namespace ttsoak {

// The functions in a module's symbol tables, by address. libdwfl goes through all symbols at every
// question, which takes a millisecond in a library with many; this sorts them once.
class SymbolIndex {
 public:
  // `module` outlives *this: the names are its.
  explicit SymbolIndex(Dwfl_Module* module);

  // The symbol of the function at `address`, or null. Of several names for one function, the one
  // that others are meant to use: global before local, "malloc" before "__libc_malloc".
  [[nodiscard]] const char* name_at(std::uint64_t address) const;

 private:
  struct Symbol {
    std::uint64_t start, size;
    const char* name;
    bool global;
  };
  static bool goes_before(const Symbol& one, const Symbol& other);

  std::vector<Symbol> symbols_;
};

}  // namespace ttsoak
