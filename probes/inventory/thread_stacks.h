#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "probes/inventory/address_map.h"
#include "probes/inventory/inventory_look.h"

namespace ttsoak {

// The stack pointer in the text of /proc/<pid>/task/<tid>/syscall: the last word but one. Nothing
// while the thread runs. Source: man 5 proc, section /proc/pid/syscall.
std::optional<std::uint64_t> parse_stack_pointer(std::string_view text);

// What of `range`, which holds `stack_pointer`, is taken for the thread's stack. The kernel may
// have merged the stack with a neighbour: then its first `stack_limit` bytes if the pointer is
// among them, else nothing.
MappedRange stack_within(const MappedRange& range, std::uint64_t stack_pointer,
                         std::uint64_t stack_limit);

// Counts threads by name, with the memory of their stacks.
//
// A stack is the range of addresses that the stack pointer of a sleeping thread lies in. A thread
// that happens to run keeps the pointer of the look before. What is not known counts no bytes and
// is told in the notes: a thread that was never seen asleep, or may not be asked. Programs that
// give threads memory of their own as stacks (Go, coroutines) show what the system thread has.
class ThreadStacks {
 public:
  void look_at(const InventoryProcess& process, const std::vector<MappedRange>& ranges,
               PageCounter& pages, InventoryLook& look);

  // Forgets all processes but these.
  void keep(const std::set<int>& processes);

 private:
  std::map<int, std::map<int, std::uint64_t>> pointers_;  // by ProcessInfo::index and thread id
};

}  // namespace ttsoak
