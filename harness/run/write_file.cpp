#include "harness/run/write_file.h"

#include <fstream>

namespace ttsoak {

Status write_file(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << bytes << std::flush;
  if (!file) return errno_error(path.string());
  return {};
}

}  // namespace ttsoak
