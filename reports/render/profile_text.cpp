#include "reports/render/profile_text.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "reports/render/escape.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

// A stack and what is told of it.
struct Listed {
  const HeapStack* stack;
  double bytes = 0, blocks = 0;
};

// Stacks of one process that read alike: the same lines at other addresses.
struct Entry {
  int process = 0;
  StackText text;
  double bytes = 0, blocks = 0;
};

// The `shown` largest. Only what has a chance to be among them is put into words.
std::vector<Entry> largest(std::vector<Listed> stacks, std::size_t shown, StackDetail detail) {
  std::erase_if(stacks, [](const Listed& stack) { return stack.bytes <= 0; });
  std::stable_sort(stacks.begin(), stacks.end(),
                   [](const Listed& a, const Listed& b) { return a.bytes > b.bytes; });
  stacks.resize(std::min(stacks.size(), 20 * shown));
  std::vector<Entry> entries;
  for (const Listed& stack : stacks) {
    StackText text = stack_text(stack.stack->frames, detail);
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.process == stack.stack->process && entry.text.lines == text.lines &&
             entry.text.owner_line == text.owner_line;
    });
    Entry& entry = same != entries.end()
                       ? *same
                       : entries.emplace_back(Entry{stack.stack->process, std::move(text)});
    entry.bytes += stack.bytes;
    entry.blocks += stack.blocks;
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.bytes > b.bytes; });
  entries.resize(std::min(entries.size(), shown));
  return entries;
}

std::string owner_of(const StackText& text) {
  std::string owner = text.owner_line.empty() ? "unknown stack" : text.owner_line;
  if (!text.holder_module.empty() && owner.find(text.holder_module) == owner.npos) {
    owner += ", by " + text.holder_module;
  }
  return owner;
}

std::string section(const std::string& title, const std::vector<Listed>& stacks, std::size_t shown,
                    StackDetail detail) {
  double all = 0;
  for (const Listed& stack : stacks) all += std::max(stack.bytes, 0.0);
  std::ostringstream out;
  out << title << ": " << format_bytes(all) << " in all\n";
  const std::vector<Entry> entries = largest(stacks, shown, detail);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const auto blocks = std::llround(entry.blocks);
    out << "\n"
        << i + 1 << ". " << format_bytes(entry.bytes) << " (" << format_percent(entry.bytes / all)
        << "), "
        << (blocks > 0 ? format_count(blocks) + (blocks == 1 ? " block: " : " blocks: ")
                       : "mapped: ")
        << escape_terminal(owner_of(entry.text)) << '\n';
    for (const std::string& line : entry.text.lines)
      out << "     " << escape_terminal(line) << '\n';
  }
  if (entries.empty()) out << "\n   nothing\n";
  return out.str();
}

}  // namespace

std::string profile_text(const HeapProfile& profile, std::size_t shown, StackDetail detail) {
  std::vector<Listed> live, allocated;
  for (const auto& [stack, figures] : profile.stacks) {
    live.push_back({&stack, figures.live_bytes + figures.mapped_bytes, figures.live_blocks});
    allocated.push_back({&stack, figures.allocated_bytes, figures.allocated_blocks});
  }
  return section("Live", live, shown, detail) + "\n" +
         section("Allocated", allocated, shown, detail);
}

std::string difference_text(const std::vector<StackDifference>& differences, std::size_t shown,
                            StackDetail detail) {
  std::vector<Listed> gained, lost;
  for (const StackDifference& d : differences) {
    const double bytes = d.live_bytes + d.mapped_bytes;
    (bytes > 0 ? gained : lost).push_back({&d.stack, std::abs(bytes), std::abs(d.live_blocks)});
  }
  return section("Gained", gained, shown, detail) + "\n" + section("Lost", lost, shown, detail);
}

}  // namespace ttsoak
