#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ttsoak {

struct Multipart {
  std::string media_type;  // with the boundary
  std::string body;
};

// multipart/form-data (RFC 7578) of named texts, under a boundary that is in none of them.
Multipart make_multipart(const std::vector<std::pair<std::string, std::string>>& parts);

}  // namespace ttsoak
