#include "harness/cli/print_profile.h"

#include <iostream>

#include "harness/run/profile_files.h"
#include "reports/cause/heap_difference.h"
#include "reports/record/heap_profile.h"
#include "reports/render/profile_text.h"

namespace ttsoak {

namespace {

constexpr std::size_t kShown = 5;

}  // namespace

Status print_difference(const std::filesystem::path& directory, int from, std::optional<int> to,
                        StackDetail detail) {
  const Result<HeapProfile> earlier = read_heap_profile(directory, from);
  if (!earlier.ok()) return earlier.error();
  const Result<HeapProfile> later = read_heap_profile(directory, to);
  if (!later.ok()) return later.error();
  std::cout << "From cycle " << earlier.value().cycle << " to cycle " << later.value().cycle
            << ":\n\n"
            << difference_text(subtract(later.value(), earlier.value()), kShown, detail);
  return {};
}

Status print_profile(const std::filesystem::path& directory, StackDetail detail) {
  const Result<HeapProfile> profile = read_heap_profile(directory);
  if (!profile.ok()) return profile.error();
  std::cout << profile_text(profile.value(), kShown, detail);
  const auto files = write_profile_files(directory);
  if (!files.ok()) return files.error();
  std::cout << "\nMore: ttsoak report " << directory.string() << " --full\nFor other tools:";
  for (const auto& path : files.value()) std::cout << ' ' << path.string();
  std::cout << '\n';
  return {};
}

}  // namespace ttsoak
