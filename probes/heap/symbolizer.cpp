#include "probes/heap/symbolizer.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <list>
#include <unordered_map>
#include <utility>

#include "probes/heap/box_file.h"
#include "probes/heap/elf_module.h"

namespace ttsoak {
namespace {

constexpr std::size_t kMostModules = 32;
constexpr std::size_t kMostKnown = 20'000;  // addresses of one module

// Opens `path` as a process sees it whose "/" is `root`. Links inside lead to where they lead for
// it, also absolute ones (/etc/alternatives), which plain open() would follow in our own root.
UniqueFd open_in_root(const std::filesystem::path& root, const std::string& path) {
  const UniqueFd directory(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) return UniqueFd();
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_IN_ROOT;
  const long fd = ::syscall(SYS_openat2, directory.get(), path.c_str(), &how, sizeof how);
  if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return UniqueFd(static_cast<int>(fd));
  return UniqueFd(::open((root.string() + "/" + path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
}

std::string hexadecimal(std::uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

}  // namespace

class Symbolizer::Implementation {
 public:
  explicit Implementation(std::filesystem::path root) : root_(std::move(root)) {}

  std::vector<Frame> frames_at(const ModuleName& name, std::uint64_t address) {
    Module& module = use(name);
    if (const auto known = module.known.find(address); known != module.known.end()) {
      return known->second;
    }
    std::vector<Frame> frames;
    if (module.elf != nullptr) frames = module.elf->frames_at(address);
    if (frames.empty()) frames.emplace_back();
    if (module.other_build) {
      frames.back().function = hexadecimal(address) + " (another build than the file on disk)";
    }
    for (Frame& frame : frames) {
      frame.function = printable(frame.function);
      frame.file = printable(frame.file);
      frame.module = name.path;
      frame.address = address;
    }
    if (module.known.size() >= kMostKnown) module.known.clear();
    module.known[address] = frames;
    return frames;
  }

 private:
  struct Module {
    ModuleName name;
    std::unique_ptr<ElfModule> elf;  // null: not there, no ELF file, or another build
    bool other_build = false;
    std::unordered_map<std::uint64_t, std::vector<Frame>> known;
  };

  Module& use(const ModuleName& name) {
    for (auto module = modules_.begin(); module != modules_.end(); ++module) {
      if (module->name.path != name.path || module->name.build_id != name.build_id) continue;
      modules_.splice(modules_.begin(), modules_, module);
      return modules_.front();
    }
    if (modules_.size() >= kMostModules) modules_.pop_back();
    return modules_.emplace_front(open(name));
  }

  [[nodiscard]] Module open(const ModuleName& name) const {
    Module module{name, nullptr, false, {}};
    std::filesystem::path root = root_;
    UniqueFd fd = open_in_root(root, name.path);
    // Its root is gone with the process. Ours may hold the same file, and the build-id will tell.
    if (!fd.valid() && !name.build_id.empty() && root != "/") {
      root = "/";
      fd = open_in_root(root, name.path);
    }
    if (!fd.valid()) return module;
    const std::string in_root = (root == "/" ? "" : root.string()) + name.path;
    std::string debug_path = ":.debug:/usr/lib/debug";
    if (root != "/") debug_path += ":" + root.string() + "/usr/lib/debug";
    module.elf = ElfModule::open(fd, in_root, std::move(debug_path));
    if (module.elf == nullptr || name.build_id.empty()) return module;
    module.other_build = module.elf->build_id() != name.build_id;
    if (module.other_build) module.elf.reset();
    return module;
  }

  std::filesystem::path root_;
  std::list<Module> modules_;  // the one used last in front
};

Symbolizer::Symbolizer(std::filesystem::path root)
    : implementation_(std::make_unique<Implementation>(std::move(root))) {}
Symbolizer::Symbolizer(Symbolizer&&) noexcept = default;
Symbolizer& Symbolizer::operator=(Symbolizer&&) noexcept = default;
Symbolizer::~Symbolizer() = default;

std::vector<Frame> Symbolizer::frames_at(const ModuleName& module, std::uint64_t address) {
  return implementation_->frames_at(module, address);
}

}  // namespace ttsoak
