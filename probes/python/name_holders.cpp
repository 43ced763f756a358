#include "probes/python/name_holders.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "probes/python/naming_code.h"

namespace ttsoak {
namespace {

template <typename Growing>
std::string list_of(const std::vector<Growing>& all, std::uint64_t Growing::*address) {
  std::ostringstream out;
  out << '[';
  for (const Growing& one : all) out << one.*address << ',';
  out << ']';
  return out.str();
}

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == separator) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

// One line: what, index, weak, path, bytes of an element, newest elements.
struct Named {
  std::string what;
  std::size_t index = 0;
  bool is_weak = false;
  std::string path;
  double element_bytes = -1;
  std::string newest;
};

bool read_line(const std::string& line, Named& named) {
  const std::vector<std::string> fields = split(line, '\t');
  if (fields.size() != 6) return false;
  named = {fields[0], std::strtoul(fields[1].c_str(), nullptr, 10), fields[2] == "1",
           fields[3], std::strtod(fields[4].c_str(), nullptr),      fields[5]};
  return true;
}

template <typename Growing>
PythonHolder put_together(const Named& named, const Growing& growing, int process) {
  const GrowthSeries& series = growing.series;
  PythonHolder holder;
  holder.process = process;
  holder.path = named.path;
  holder.type = growing.type;
  holder.first_cycle = series.first_cycle();
  holder.last_cycle = series.last_cycle();
  holder.looks = series.looks();
  holder.grew = series.grew();
  holder.first_length = series.first();
  holder.last_length = series.last();
  const int cycles = series.last_cycle() - series.first_cycle();
  if (named.element_bytes >= 0 && cycles > 0) {
    holder.bytes_per_cycle =
        named.element_bytes * static_cast<double>(series.last() - series.first()) / cycles;
  }
  holder.newest = named.newest;
  return holder;
}

}  // namespace

std::string naming_code_for(const HolderCandidates& candidates) {
  return "wanted = " + list_of(candidates.containers, &GrowingContainer::address) +
         "\nslots = " + list_of(candidates.slots, &GrowingSlot::child) +
         "\ntypes = " + list_of(candidates.types, &GrowingType::address) + "\n" + naming_code();
}

Result<std::vector<PythonHolder>> parse_names(const std::string& said,
                                              const HolderCandidates& candidates, int process) {
  std::vector<PythonHolder> holders;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    Named named;
    if (!read_line(line, named)) {
      return Error{"Python's holders could not be named: " + line};
    }
    if (named.is_weak) continue;
    if (named.what == "container" && named.index < candidates.containers.size()) {
      const GrowingContainer& container = candidates.containers[named.index];
      holders.push_back(put_together(named, container, process));
      holders.back().bound = container.bound;
    } else if (named.what == "slot" && named.index < candidates.slots.size()) {
      holders.push_back(put_together(named, candidates.slots[named.index], process));
    } else if (named.what == "type" && named.index < candidates.types.size()) {
      holders.push_back(put_together(named, candidates.types[named.index], process));
    }
  }
  // Most bytes first.
  std::stable_sort(holders.begin(), holders.end(),
                   [](const PythonHolder& a, const PythonHolder& b) {
                     return a.bytes_per_cycle > b.bytes_per_cycle;
                   });
  return holders;
}

}  // namespace ttsoak
