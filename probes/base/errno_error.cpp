#include <cerrno>
#include <system_error>

#include "probes/base/result.h"

namespace ttsoak {

Error errno_error(const std::string& thing) {
  return Error{thing + ": " + std::generic_category().message(errno)};
}

}  // namespace ttsoak
