#pragma once

#include <cstddef>
#include <string>

#include "probes/base/unique_fd.h"

namespace ttsoak {

// $TMPDIR, or /tmp.
std::string scratch_directory();

// A new file `directory`/`prefix`XXXXXX, open for reading and writing.
struct ScratchFile {
  UniqueFd fd;  // invalid if there can be none: faults go without it, the server must live on
  std::string path;
};
ScratchFile make_scratch_file(const std::string& directory, const std::string& prefix);

// Appends `bytes` that are not zero. False if they do not fit: the file is then truncated to what
// it was, and a full disk is less full.
bool append_noise(const UniqueFd& file, std::size_t bytes);

}  // namespace ttsoak
