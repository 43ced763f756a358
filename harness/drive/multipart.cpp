#include "harness/drive/multipart.h"

#include <algorithm>

namespace ttsoak {

Multipart make_multipart(const std::vector<std::pair<std::string, std::string>>& parts) {
  std::string boundary = "ttsoak-part";
  const auto taken = [&](const auto& part) {
    return part.second.find(boundary) != std::string::npos;
  };
  // Ends: each round makes it longer than some text that held it.
  while (std::any_of(parts.begin(), parts.end(), taken)) boundary += "-part";

  Multipart out;
  out.media_type = "multipart/form-data; boundary=" + boundary;
  for (const auto& [name, value] : parts) {
    out.body += "--" + boundary;
    out.body += "\r\nContent-Disposition: form-data; name=\"" + name;
    out.body += "\"\r\n\r\n" + value;
    out.body += "\r\n";
  }
  out.body += "--" + boundary + "--\r\n";
  return out;
}

}  // namespace ttsoak
