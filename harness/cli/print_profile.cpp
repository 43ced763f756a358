#include "harness/cli/print_profile.h"

#include <iostream>

#include "harness/run/profile_files.h"
#include "reports/record/heap_profile.h"
#include "reports/render/profile_text.h"

namespace ttsoak {

Status print_profile(const std::filesystem::path& directory, StackDetail detail) {
  constexpr std::size_t kShown = 5;
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
