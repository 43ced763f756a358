#include "probes/container/cgroup_probe.h"

#include "probes/container/cgroup_file.h"
#include "probes/container/cgroup_versions.h"

namespace ttsoak {
namespace {

const char* current_file(int version) {
  return version == 2 ? "memory.current" : "memory.usage_in_bytes";
}

}  // namespace

Result<CgroupProbe> CgroupProbe::open(pid_t pid, const std::filesystem::path& proc) {
  Result<CgroupPlace> place = find_memory_cgroup(pid, proc);
  if (!place.ok()) return place.error();
  // With v2 a parent decides whether memory is counted for its children one by one.
  std::filesystem::path below = place.value().path;
  while (!read_cgroup_number(place.value().mount / below.relative_path() /
                             current_file(place.value().version))) {
    if (!below.has_relative_path()) {
      return Error{"cgroup " + place.value().path +
                   ": memory is counted neither for it nor for its parents"};
    }
    below = below.parent_path();
  }
  place.value().path = below.string();
  return CgroupProbe(std::move(place).value());
}

Result<CgroupSample> CgroupProbe::read() const {
  const std::vector<std::filesystem::path> chain = place_.chain();
  const std::filesystem::path file = chain.front() / current_file(place_.version);
  const auto current = read_cgroup_number(file);
  if (!current) return Error{file.string() + ": cannot be read any more (cgroup removed?)"};
  CgroupSample sample;
  sample.version = place_.version;
  sample.path = place_.path;
  sample.current_bytes = *current;
  place_.version == 2 ? read_cgroup_v2(chain, sample) : read_cgroup_v1(chain, sample);
  return sample;
}

}  // namespace ttsoak
