#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"
#include "probes/base/unique_fd.h"

namespace ttsoak {

// A range of a process's address space.
struct MappedRange {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  bool writable = false;
  std::string file;  // device and inode, as one word; "" = no file behind it
  std::string path;  // also "[stack]", "[heap]"; may be empty
};

// The ranges in the text of /proc/<pid>/maps, by rising address.
// Source: man 5 proc, section /proc/pid/maps. Errors: a line is cut short; the message names it.
Result<std::vector<MappedRange>> parse_proc_maps(std::string_view text);

// The range that holds `address`; null if none does. `ranges` rise.
const MappedRange* range_of(const std::vector<MappedRange>& ranges, std::uint64_t address);

// Which pages of a process are memory: /proc/<pid>/pagemap, read little by little. Cheaper than
// smaps, which counts all of the address space for the few ranges that are wanted here.
class PageCounter {
 public:
  // `directory` is an open /proc/<pid>.
  explicit PageCounter(int directory);

  // False where pagemap may not be read.
  [[nodiscard]] bool ready() const { return pagemap_.valid(); }

  // Resident or swapped bytes in [start, end). 0 once 32 GiB of addresses have been asked
  // for, which is 4,000 stacks: a sparse mapping must not cost seconds.
  std::int64_t bytes(std::uint64_t start, std::uint64_t end);

  // Whether that has happened.
  [[nodiscard]] bool spent() const { return pages_left_ == 0; }

 private:
  UniqueFd pagemap_;
  std::uint64_t pages_left_;
};

}  // namespace ttsoak
