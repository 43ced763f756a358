#pragma once

#include <cstdint>
#include <string>

namespace ttsoak {

enum class RetentionRole {
  pins,       // its live blocks share pages with free memory, which stays resident
  separates,  // its live blocks stand between whole free pages, which cannot leave the heap
  filled,     // its freed blocks were the last in pages that are free now: who made the high water
};

// One party's part in memory that is free and resident all the same, at one trough.
struct RetentionShare {
  int process = 0;
  int cycle = 0;
  RetentionRole role = RetentionRole::pins;
  std::int64_t stack =
      -1;               // HeapStack::stack; -1 = a library, or where that is empty, nobody known
  std::string library;  // its path
  double bytes = 0;     // of the free memory that is charged to it
  double share = 0;     // of all that is charged in this role: 0..1
  double share_low = 0, share_high = 0;                    // 90 % interval
  std::int64_t samples = 0;                                // how many blocks this rests on
  std::int64_t block_bytes_low = 0, block_bytes_high = 0;  // sizes of those blocks, 5 to 95 %
};

}  // namespace ttsoak
