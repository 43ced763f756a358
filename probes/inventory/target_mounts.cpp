#include "probes/inventory/target_mounts.h"

#include "probes/process/proc_file.h"

namespace ttsoak {

std::vector<Mount> target_mounts(int directory) {
  Result<ProcFile> file = ProcFile::open_in(directory, "", "mountinfo");
  if (!file.ok()) return {};
  const Result<std::string_view> text = file.value().read();
  if (!text.ok()) return {};
  Result<std::vector<Mount>> mounts = parse_proc_mountinfo(text.value());
  return mounts.ok() ? std::move(mounts).value() : std::vector<Mount>();
}

}  // namespace ttsoak
