#include <algorithm>
#include <bit>

#include "harness/config/converters.h"
#include "harness/config/fields.h"
#include "harness/config/sections.h"

namespace ttsoak {
namespace {

constexpr pid_t kLargestPid = 4194304;  // man 5 proc, /proc/sys/kernel/pid_max on 64 bits
constexpr int kDaySeconds = 86400;

bool is_url(const std::string& text) {
  return text.starts_with("http://") || text.starts_with("https://") || text.starts_with("tcp://");
}

bool is_absolute(const std::string& text) { return text.starts_with("/"); }

struct Ready {
  std::string path;
  int timeout_s = 0;
};

Status parse_ready(const nlohmann::json& json, const std::string& path, Ready& ready) {
  Fields fields(json, path);
  fields.optional("path", ready.path, "a path that starts with /", as_text(is_absolute));
  fields.optional("timeout_s", ready.timeout_s, "an integer from 1 to 86400",
                  as_integer(1, kDaySeconds));
  return fields.finish();
}

Status parse_trace(const nlohmann::json& json, const std::string& path, TraceSpec& trace) {
  constexpr std::int64_t kFinest = 1024;
  constexpr std::int64_t kCoarsest = std::int64_t{1} << 30U;
  const auto as_mean = [](const nlohmann::json& field) {
    auto bytes = as_whole_bytes(field);
    if (bytes && (*bytes < kFinest || *bytes > kCoarsest ||
                  !std::has_single_bit(static_cast<std::uint64_t>(*bytes)))) {
      bytes.reset();
    }
    return bytes;
  };
  Fields fields(json, path);
  fields.optional("enabled", trace.enabled, "true or false", as_flag);
  fields.optional("sample", trace.sample_bytes,
                  "a power of two from 1KiB to 1GiB such as \"64KiB\"", as_mean);
  return fields.finish();
}

std::optional<std::vector<std::string>> as_folders(const nlohmann::json& field) {
  auto folders = as_texts(field);
  if (folders && !std::all_of(folders->begin(), folders->end(), is_absolute)) folders.reset();
  return folders;
}

}  // namespace

Status parse_target(const nlohmann::json& json, const std::string& path, TargetSpec& target) {
  Ready ready{target.ready_path, static_cast<int>(target.ready_timeout.count())};

  Fields fields(json, path);
  fields.optional("in_process", target.in_process, "true or false", as_flag);
  fields.optional("faults", target.faults, "a list of strings such as \"text_cache=1\"", as_texts);
  fields.optional("url", target.url, "a URL that starts with http://, https:// or tcp://",
                  as_text(is_url));
  fields.optional("launch", target.launch, "a list of strings, the program first", as_texts);
  fields.optional("pid", target.pid, "the number of a process", as_integer(pid_t{1}, kLargestPid));
  fields.optional("container", target.container, "the name of a container", as_text(is_not_empty));
  fields.section("ready", ready, parse_ready);
  fields.optional("insecure", target.insecure, "true or false", as_flag);
  fields.optional("ca_file", target.ca_file, "the name of a file in PEM", as_text(is_not_empty));
  fields.section("trace", target.trace, parse_trace);
  fields.optional("experiments", target.experiments, "true or false", as_flag);
  fields.optional("folders", target.folders, "a list of absolute paths", as_folders);

  fields.require(target.in_process || !target.url.empty(), "url",
                 "missing; say where the server answers, e.g. \"http://127.0.0.1:8880\", or set "
                 "in_process to soak the reference engine");
  fields.require(!target.in_process || target.url.empty(), "url",
                 "does not go with in_process, whose engine has no URL; remove one of them");
  fields.require(!target.in_process || target.launch.empty(), "launch",
                 "does not go with in_process, which starts nothing; remove one of them");
  fields.require(!target.in_process || !target.pid, "pid",
                 "does not go with in_process, which watches ttsoak itself; remove one of them");
  fields.require(target.launch.empty() || !target.pid, "pid",
                 "does not go with launch, which knows the process it started; remove one of them");
  const bool other = target.in_process || target.pid || !target.launch.empty();
  fields.require(!other || target.container.empty(), "container",
                 "does not go with in_process, launch or pid, which name another process; remove "
                 "one of them");
  fields.require(!target.insecure || target.ca_file.empty(), "ca_file",
                 "does not go with insecure, which accepts any certificate; remove one of them");
  fields.require(target.in_process || target.faults.empty(), "faults",
                 "are for the engine inside ttsoak only; set in_process, or remove them");
  if (Status error = fields.finish()) return error;

  target.ready_path = ready.path;
  target.ready_timeout = std::chrono::seconds(ready.timeout_s);
  return std::nullopt;
}

}  // namespace ttsoak
