#include "harness/target/tracer_setup.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "harness/target/host_path.h"
#include "harness/target/needed_libraries.h"

namespace ttsoak {
namespace {

constexpr const char* kLibrary = "libttsoak_tracer.so";

// Small blocks are sampled as if they were this long: below it, survivors of some 100 bytes that
// pin a whole heap would not be seen. Finer where samples are cheap, see retention in the design.
std::int64_t floor_for(std::int64_t mean_bytes) {
  constexpr std::int64_t kFineMean = 65536;
  return mean_bytes <= kFineMean ? mean_bytes / 64 : mean_bytes / 128;
}

// The program that a command comes to, past what --launch puts before it: sh -c "exec env A=b x".
// Empty if there is none. What only a shell can take apart is not.
std::string program_of(const std::vector<std::string>& command) {
  for (const std::string& argument : command) {
    std::istringstream words(argument);
    for (std::string word; words >> word;) {
      const bool is_before = word == "/bin/sh" || word == "-c" || word == "exec" || word == "env" ||
                             word.find('=') != std::string::npos;
      if (!is_before) return word;
    }
  }
  return "";
}

// Their run-time libraries hook malloc themselves, and end a program in which they are not first.
Status refuse_sanitized(const std::vector<std::string>& command) {
  const std::string program = program_of(command);
  for (const std::string& library : needed_libraries(find_on_path(program))) {
    for (const char* name : {"libasan.", "libhwasan.", "liblsan.", "libtsan."}) {
      if (!library.starts_with(name)) continue;
      return Error{
          std::string(program)
              .append(" is built with a sanitizer (")
              .append(library)
              .append("), which tolerates no tracer; build it without, or run it untraced")};
    }
  }
  return {};
}

}  // namespace

Result<std::filesystem::path> find_tracer() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return Error{"/proc/self/exe: " + error.message()};
  const std::filesystem::path folder = program.parent_path();
  for (const auto& path : {folder / kLibrary, folder.parent_path() / "lib" / kLibrary}) {
    if (std::filesystem::exists(path, error)) return path;
  }
  return Error{"the tracer is missing: no " + std::string(kLibrary) + " beside " +
               program.string() + "; build the target ttsoak_tracer"};
}

Result<std::vector<std::string>> tracer_environment(const std::vector<std::string>& command,
                                                    const TraceSpec& trace,
                                                    const std::filesystem::path& boxes) {
  const Result<std::filesystem::path> tracer = find_tracer();
  if (!tracer.ok()) return tracer.error();
  // man 8 ld.so: LD_PRELOAD is split at both, and neither can be escaped.
  if (tracer.value().string().find_first_of(": ") != std::string::npos) {
    return Error{tracer.value().string() +
                 ": a path with a space or colon cannot be preloaded; put ttsoak elsewhere"};
  }
  if (Status refusal = refuse_sanitized(command)) return *refusal;
  std::string preload = "LD_PRELOAD=" + tracer.value().string();
  const char* const others = std::getenv("LD_PRELOAD");
  if (others != nullptr && *others != '\0') preload += std::string(":") + others;
  return std::vector<std::string>{preload,
                                  "TTSOAK_DIR=" + std::filesystem::absolute(boxes).string(),
                                  "TTSOAK_SAMPLE=" + std::to_string(trace.sample_bytes),
                                  "TTSOAK_FLOOR=" + std::to_string(floor_for(trace.sample_bytes))};
}

std::optional<std::filesystem::path> blackbox_directory_of(pid_t pid) {
  const std::string process = "/proc/" + std::to_string(pid);
  std::ifstream file(process + "/environ", std::ios::binary);
  const std::string environment{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view kName = "TTSOAK_DIR=";
  for (std::size_t at = 0; at < environment.size();) {
    const std::size_t end = std::min(environment.find('\0', at), environment.size());
    const std::string_view entry = std::string_view(environment).substr(at, end - at);
    at = end + 1;
    if (!entry.starts_with(kName) || entry.size() == kName.size()) continue;
    const std::filesystem::path directory = entry.substr(kName.size());
    return host_path_of(pid, directory).value_or(process + "/root" + directory.string());
  }
  return std::nullopt;
}

}  // namespace ttsoak
