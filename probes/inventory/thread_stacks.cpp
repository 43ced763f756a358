#include "probes/inventory/thread_stacks.h"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "probes/base/unique_fd.h"
#include "probes/inventory/cluster_name.h"
#include "probes/process/proc_directory.h"
#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"

namespace ttsoak {
namespace {

constexpr int kHex = 16;
// What glibc gives a thread where the limit is "unlimited" (x86-64).
constexpr std::uint64_t kDefaultStack = 2ULL << 20U;

std::string read_text(int directory, const std::string& name) {
  Result<ProcFile> file = ProcFile::open_in(directory, "", name.c_str());
  if (!file.ok()) return {};
  const Result<std::string_view> text = file.value().read();
  return text.ok() ? std::string(text.value()) : std::string();
}

// The soft limit, which is what pthread_create() gives unless told otherwise.
std::uint64_t stack_limit(int directory) {
  constexpr std::string_view kLine = "Max stack size";
  const std::string text = read_text(directory, "limits");
  const std::size_t at = text.find(kLine);
  if (at == text.npos) return kDefaultStack;
  std::string_view rest = std::string_view(text).substr(at + kLine.size());
  return to_integer<std::uint64_t>(take_word(rest)).value_or(kDefaultStack);
}

}  // namespace

std::optional<std::uint64_t> parse_stack_pointer(std::string_view text) {
  std::string_view last;
  std::string_view before;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    before = last;
    last = word;
  }
  if (!before.starts_with("0x")) return std::nullopt;
  const auto pointer = to_integer<std::uint64_t>(before.substr(2), kHex);
  return pointer && *pointer != 0 ? pointer : std::nullopt;
}

MappedRange stack_within(const MappedRange& range, std::uint64_t stack_pointer,
                         std::uint64_t limit) {
  MappedRange stack = range;
  if (range.path == "[stack]" || range.end - range.start <= limit) return stack;
  stack.end = stack_pointer < range.start + limit ? range.start + limit : range.start;
  return stack;
}

void ThreadStacks::look_at(const InventoryProcess& process, const std::vector<MappedRange>& ranges,
                           PageCounter& pages, InventoryLook& look) {
  const int directory = process.watch->directory();
  const UniqueFd tasks(::openat(directory, "task", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!tasks.valid()) return;
  const Result<std::vector<int>> threads = numbered_entries(tasks.get());
  if (!threads.ok()) return;  // it has ended

  const std::uint64_t limit = stack_limit(directory);
  const std::map<int, std::uint64_t> before = std::exchange(pointers_[process.index], {});
  std::map<int, std::uint64_t>& pointers = pointers_[process.index];
  std::set<std::uint64_t> counted;  // threads whose stacks share a range share its bytes
  std::size_t unknown = 0;
  for (const int thread : threads.value()) {
    const std::string folder = std::to_string(thread) + "/";
    std::string name = read_text(tasks.get(), folder + "comm");
    if (name.empty()) continue;  // ended since it was listed
    if (name.ends_with('\n')) name.pop_back();
    auto pointer = parse_stack_pointer(read_text(tasks.get(), folder + "syscall"));
    if (const auto old = before.find(thread); !pointer && old != before.end())
      pointer = old->second;
    const MappedRange* const range = pointer ? range_of(ranges, *pointer) : nullptr;
    std::int64_t bytes = 0;
    if (range != nullptr && range->writable && pages.ready()) {
      pointers[thread] = *pointer;
      const MappedRange stack = stack_within(*range, *pointer, limit);
      if (counted.insert(stack.start).second) bytes = pages.bytes(stack.start, stack.end);
    } else {
      ++unknown;
    }
    look.tally.add(process.index, InventoryKind::thread, cluster_name(name), bytes);
  }
  if (unknown > 0) {
    look.notes.add("stacks of " + std::to_string(unknown) + " threads of process " +
                   std::to_string(process.watch->identity().pid) +
                   ": not known (they run, or may not be asked)");
  }
}

void ThreadStacks::keep(const std::set<int>& processes) {
  std::erase_if(pointers_, [&](const auto& each) { return !processes.contains(each.first); });
}

}  // namespace ttsoak
