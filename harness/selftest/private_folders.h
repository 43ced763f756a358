#pragma once

#include <filesystem>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// Gives this process and its children folders for temporary files of their own, empty ones, in
// place of /tmp, /var/tmp and /dev/shm: what other programs of this machine write there would count
// as left behind by the target, as nobody can tell whose a file is. `keep` lists directories that
// must be seen as they are, though they may lie in one of these.
//
// By a mount namespace (man 7 mount_namespaces), for which one has to be root, or may make a user
// namespace. Call it before there are threads. Errors: the kernel does not allow it; nothing has
// changed then.
Status make_folders_private(const std::vector<std::filesystem::path>& keep);

}  // namespace ttsoak
