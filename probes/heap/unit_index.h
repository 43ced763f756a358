#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ttsoak {

// Where the functions of one compilation unit are, in memory and in namespaces. libdw finds either
// by reading the whole unit, each time; in C++ that takes milliseconds. This reads it once.
class UnitIndex {
 public:
  explicit UnitIndex(Dwarf_Die unit);

  // The functions at `address`: the one that holds it, then those inlined there, outermost first.
  // Addresses are those in the file's debugging information. Empty if there is none.
  std::vector<Dwarf_Die> functions_at(Dwarf_Addr address);

  // "outer::Class::" for what is declared in these; `declaration` as dwarf_dieoffset() has it.
  [[nodiscard]] std::string qualification(Dwarf_Off declaration) const;

 private:
  // A namespace or class: the entries from `begin` to `end` are declared in it.
  struct Scope {
    Dwarf_Off begin, end;
    int parent;  // index, -1 = none
    const char* name;
  };
  struct Function {
    Dwarf_Addr start, end;
    Dwarf_Die die;
  };

  void read(Dwarf_Die* parent, Dwarf_Off end, int scope, int depth);
  void add_function(Dwarf_Die* die);

  std::vector<Scope> scopes_;        // by begin
  std::vector<Function> functions_;  // by start
  std::int64_t left_to_read_;
};

}  // namespace ttsoak
