#include "probes/process/machine.h"

#include <fcntl.h>
#include <gnu/libc-version.h>
#include <linux/magic.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "probes/process/proc_fields.h"
#include "probes/process/proc_file.h"
#include "probes/process/process_watch.h"
#include "probes/process/secrets.h"

namespace ttsoak {
namespace {

constexpr std::size_t kLongestValue = 200;

// The whole file, or nothing: a fact that is not to be had is left out.
std::string read_or_nothing(const char* path) {
  Result<ProcFile> file = ProcFile::open(path);
  if (!file.ok()) return {};
  const Result<std::string_view> text = file.value().read();
  return text.ok() ? std::string(text.value()) : std::string();
}

std::string cpu_model() {
  const std::string text = read_or_nothing("/proc/cpuinfo");
  std::size_t begin = text.find("model name");
  if (begin == text.npos) return {};  // ARM kernels give part numbers only
  begin = text.find(':', begin);
  const std::size_t end = text.find('\n', begin);
  if (begin == text.npos || end == text.npos || begin + 2 >= end) return {};
  return text.substr(begin + 2, end - begin - 2);
}

std::string cgroup_version() {
  const auto is_cgroup2 = [](const char* path) {
    struct statfs status {};
    return ::statfs(path, &status) == 0 && status.f_type == CGROUP2_SUPER_MAGIC;
  };
  if (is_cgroup2("/sys/fs/cgroup")) return "v2";
  if (is_cgroup2("/sys/fs/cgroup/unified")) return "hybrid";
  return std::filesystem::exists("/sys/fs/cgroup/memory") ? "v1" : "";
}

// Never through the middle of a UTF-8 character.
std::string cut(const std::string& value) {
  if (value.size() <= kLongestValue) return value;
  std::size_t length = kLongestValue;
  while (length > 0 && (static_cast<unsigned char>(value[length]) & 0xC0U) == 0x80U) --length;
  return value.substr(0, length);
}

}  // namespace

std::string marked_choice(std::string_view text) {
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find(']', begin);
  if (begin == text.npos || end == text.npos) return {};
  return std::string(text.substr(begin + 1, end - begin - 1));
}

std::map<std::string, std::string> describe_machine() {
  std::map<std::string, std::string> facts;
  utsname names{};
  if (::uname(&names) == 0) facts["kernel"] = names.release;
  facts["libc"] = std::string("glibc ") + ::gnu_get_libc_version();
  facts["cpu"] = cpu_model();
  facts["cores"] = std::to_string(::sysconf(_SC_NPROCESSORS_ONLN));
  const Result<std::int64_t> memory = field_bytes(read_or_nothing("/proc/meminfo"), "MemTotal");
  if (memory.ok()) facts["memory_bytes"] = std::to_string(memory.value());
  facts["thp"] = marked_choice(read_or_nothing("/sys/kernel/mm/transparent_hugepage/enabled"));
  facts["cgroup"] = cgroup_version();
  const std::string overcommit = read_or_nothing("/proc/sys/vm/overcommit_memory");
  facts["overcommit"] = overcommit.substr(0, overcommit.find('\n'));
  std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
  return facts;
}

std::map<std::string, std::string> masked_environment(std::string_view environ) {
  std::map<std::string, std::string> variables;
  while (!environ.empty()) {
    const std::string_view entry = environ.substr(0, environ.find('\0'));
    environ.remove_prefix(std::min(entry.size() + 1, environ.size()));
    const std::size_t equals = entry.find('=');
    if (equals == entry.npos || equals == 0) continue;
    const std::string name(entry.substr(0, equals));
    // Masked before it is cut: half a URL no longer shows where its password ends.
    const std::string value =
        is_runtime_name(name) ? mask_urls(entry.substr(equals + 1)) : std::string(kMask);
    variables["env." + name] = cut(value);
  }
  return variables;
}

Result<std::map<std::string, std::string>> describe_process(pid_t pid) {
  const Result<ProcessWatch> watch = ProcessWatch::open(pid);
  if (!watch.ok()) return watch.error();
  const int directory = watch.value().directory();

  std::map<std::string, std::string> facts;
  Result<ProcFile> file = ProcFile::open_in(directory, "", "environ");
  const Result<std::string_view> text = file.ok() ? file.value().read() : file.error();
  if (text.ok()) {
    facts = masked_environment(text.value());
  } else {
    facts["env"] = "not known: " + text.error().message;
  }
  facts["command"] = watch.value().identity().command;

  std::string exe(4096, '\0');
  const ssize_t length = ::readlinkat(directory, "exe", exe.data(), exe.size());
  facts["exe"] = length >= 0 ? exe.substr(0, static_cast<std::size_t>(length))
                             : "not known: " + errno_error("exe").message;
  return facts;
}

}  // namespace ttsoak
