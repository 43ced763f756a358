#include "reports/record/read_stacks.h"

#include <charconv>
#include <string>
#include <unordered_map>

#include "reports/record/names.h"
#include "reports/record/read_parts.h"

namespace ttsoak {
namespace {

// "[12,7,3]" -> 12, 7, 3.
Result<std::vector<std::int64_t>> parse_list(const std::string& list) {
  std::vector<std::int64_t> numbers;
  const auto damaged = [&] { return Error{"the frames of a stack are not a list: " + list}; };
  if (list.size() < 2 || list.front() != '[' || list.back() != ']') return damaged();
  const char* at = list.data() + 1;
  const char* const end = list.data() + list.size() - 1;
  while (at < end) {
    std::int64_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error != std::errc() || (next < end && *next != ',')) return damaged();
    numbers.push_back(number);
    at = next < end ? next + 1 : next;
  }
  return numbers;
}

Result<std::unordered_map<std::int64_t, Frame>> read_needed_frames(
    OpenRecord& file, std::unordered_map<std::int64_t, Frame> needed) {
  const Status error = file.for_each_row(
      "SELECT frame, kind, function, file, line, module, address FROM frames",
      [&](const Statement& row) -> Status {
        const auto found = needed.find(row.integer(0));
        if (found == needed.end()) return std::nullopt;
        const Result<FrameKind> kind = parse_frame_kind(row.text(1));
        if (!kind.ok()) return kind.error();
        found->second = {kind.value(), row.text(2),
                         row.text(3),  static_cast<int>(row.integer(4)),
                         row.text(5),  static_cast<std::uint64_t>(row.integer(6))};
        return std::nullopt;
      });
  if (error) return *error;
  return needed;
}

}  // namespace

Result<bool> has_heap_tables(OpenRecord& file) { return has_table(file, "heap_snapshots"); }

Result<std::map<StackKey, std::vector<Frame>>> read_frames(
    OpenRecord& file, const std::function<bool(const StackKey&)>& wanted) {
  std::map<StackKey, std::vector<std::int64_t>> lists;
  std::unordered_map<std::int64_t, Frame> needed;
  if (Status error = file.for_each_row(
          "SELECT process, stack, frames FROM stacks", [&](const Statement& row) -> Status {
            const StackKey key{static_cast<int>(row.integer(0)), row.integer(1)};
            if (!wanted(key)) return std::nullopt;
            Result<std::vector<std::int64_t>> list = parse_list(row.text(2));
            if (!list.ok()) return list.error();
            for (const std::int64_t frame : list.value()) needed.try_emplace(frame);
            lists[key] = std::move(list).value();
            return std::nullopt;
          })) {
    return *error;
  }
  const auto frames = read_needed_frames(file, std::move(needed));
  if (!frames.ok()) return frames.error();
  std::map<StackKey, std::vector<Frame>> stacks;
  for (const auto& [key, list] : lists) {
    std::vector<Frame>& stack = stacks[key];
    stack.reserve(list.size());
    for (const std::int64_t frame : list) stack.push_back(frames.value().at(frame));
  }
  return stacks;
}

Status for_each_newest_figures(
    OpenRecord& file, const std::function<void(const StackKey&, const StackFigures&)>& use) {
  return file.for_each_row(
      "SELECT process, stack, live_bytes, live_blocks, live_variance, allocated_bytes, "
      "allocated_blocks, freed_bytes, freed_blocks, mapped_bytes FROM stack_figures "
      "ORDER BY process, stack",
      [&](const Statement& row) -> Status {
        use({static_cast<int>(row.integer(0)), row.integer(1)},
            {row.integer(1), row.real(2), row.real(3), row.real(4), row.real(5), row.real(6),
             row.real(7), row.real(8), row.real(9)});
        return std::nullopt;
      });
}

}  // namespace ttsoak
