#include "tests/unit/probes/container/fake_cgroups.h"

#include <cstdlib>
#include <fstream>

#include "probes/base/result.h"

namespace ttsoak {

FakeCgroups::FakeCgroups(const std::string& cgroup, const std::string& mountinfo) {
  std::string name = (std::filesystem::temp_directory_path() / "ttsoak-cgroups-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) abort_with("mkdtemp");
  path_ = name;
  std::string mounts = mountinfo;
  for (std::size_t at = mounts.find('@'); at != mounts.npos; at = mounts.find('@')) {
    mounts.replace(at, 1, path_.string());
  }
  write("proc/41/cgroup", cgroup);
  write("proc/41/mountinfo", mounts);
  write("proc/self/mountinfo", mounts);
}

FakeCgroups::~FakeCgroups() { std::filesystem::remove_all(path_); }

void FakeCgroups::write(const std::string& path, const std::string& text) const {
  std::filesystem::create_directories((path_ / path).parent_path());
  std::ofstream(path_ / path) << text;
}

}  // namespace ttsoak
