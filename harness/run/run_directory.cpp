#include "harness/run/run_directory.h"

#include <cctype>
#include <ctime>
#include <system_error>

namespace ttsoak {
namespace {

std::string safe_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
    safe += plain ? c : '-';
  }
  return safe.empty() || safe.front() == '.' ? "soak" + safe : safe;
}

std::string timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return {text, length};
}

}  // namespace

Result<std::filesystem::path> make_run_directory(const std::filesystem::path& parent,
                                                 const std::string& name) {
  std::error_code error;
  std::filesystem::create_directories(parent, error);
  const std::filesystem::path first = parent / (safe_name(name) + "-" + timestamp());
  std::filesystem::path path = first;
  for (int n = 2; !error; ++n) {
    if (std::filesystem::create_directory(path, error)) return path;
    path = first.string() + "-" + std::to_string(n);
  }
  return Error{"run directory " + path.string() + ": " + error.message() +
               "; choose another place with --output"};
}

}  // namespace ttsoak
