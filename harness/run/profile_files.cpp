#include "harness/run/profile_files.h"

#include "harness/run/write_file.h"
#include "reports/record/heap_profile.h"
#include "reports/render/folded.h"
#include "reports/render/pprof.h"

namespace ttsoak {

Result<std::vector<std::filesystem::path>> write_profile_files(
    const std::filesystem::path& directory) {
  const Result<HeapProfile> profile = read_heap_profile(directory);
  if (!profile.ok()) return profile.error();
  const std::vector<std::filesystem::path> paths = {directory / "heap.folded",
                                                    directory / "heap.pb.gz"};
  if (Status error = write_file(paths[0], folded_stacks(profile.value()))) return *error;
  if (Status error = write_file(paths[1], pprof(profile.value()))) return *error;
  return paths;
}

}  // namespace ttsoak
