#include "reports/render/profile_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <vector>

#include "reports/render/escape.h"
#include "reports/units/units.h"

namespace ttsoak {
namespace {

using Weigh = std::function<double(const StackFigures&)>;

double held(const StackFigures& figures) { return figures.live_bytes + figures.mapped_bytes; }

std::vector<const ProfiledStack*> largest(const HeapProfile& profile, std::size_t count,
                                          const Weigh& weigh) {
  std::vector<const ProfiledStack*> stacks;
  for (const ProfiledStack& stack : profile.stacks) {
    if (weigh(stack.figures) > 0) stacks.push_back(&stack);
  }
  std::stable_sort(stacks.begin(), stacks.end(), [&](const auto* a, const auto* b) {
    return weigh(a->figures) > weigh(b->figures);
  });
  stacks.resize(std::min(stacks.size(), count));
  return stacks;
}

std::string owner_of(const StackText& text) {
  std::string owner = text.owner_line.empty() ? "unknown stack" : text.owner_line;
  if (!text.holder_module.empty() && owner.find(text.holder_module) == owner.npos) {
    owner += ", by " + text.holder_module;
  }
  return owner;
}

std::string section(const HeapProfile& profile, const std::string& title, std::size_t shown,
                    StackDetail detail, const Weigh& weigh, const Weigh& blocks) {
  double all = 0;
  for (const ProfiledStack& stack : profile.stacks) all += weigh(stack.figures);
  std::ostringstream out;
  out << title << ": " << format_bytes(all) << " in all\n";
  const auto stacks = largest(profile, shown, weigh);
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    const StackText text = stack_text(stacks[i]->stack.frames, detail);
    const double bytes = weigh(stacks[i]->figures);
    const double count = blocks(stacks[i]->figures);
    out << "\n"
        << i + 1 << ". " << format_bytes(bytes) << " (" << format_percent(bytes / all) << "), "
        << (count > 0 ? format_count(std::llround(count)) + " blocks: " : "mapped: ")
        << escape_terminal(owner_of(text)) << '\n';
    for (const std::string& line : text.lines) out << "     " << escape_terminal(line) << '\n';
  }
  if (stacks.empty()) out << "\n   nothing\n";
  return out.str();
}

}  // namespace

std::string profile_text(const HeapProfile& profile, std::size_t shown, StackDetail detail) {
  return section(profile, "Live", shown, detail, held,
                 [](const StackFigures& figures) { return figures.live_blocks; }) +
         "\n" +
         section(
             profile, "Allocated", shown, detail,
             [](const StackFigures& figures) { return figures.allocated_bytes; },
             [](const StackFigures& figures) { return figures.allocated_blocks; });
}

}  // namespace ttsoak
