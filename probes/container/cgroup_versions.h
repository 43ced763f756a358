#pragma once

#include <filesystem>
#include <vector>

#include "probes/values/cgroup_sample.h"

namespace ttsoak {

// Fill what each version of cgroups tells of the cgroup chain.front() and of its parents' limits,
// the rest of `chain`. What is not told stays as it is.
void read_cgroup_v1(const std::vector<std::filesystem::path>& chain, CgroupSample& sample);
void read_cgroup_v2(const std::vector<std::filesystem::path>& chain, CgroupSample& sample);

}  // namespace ttsoak
