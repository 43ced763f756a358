#include "harness/target/tracer_export.h"

#include <dlfcn.h>
#include <link.h>

#include "harness/target/c_library.h"
#include "harness/target/needed_libraries.h"
#include "harness/target/tracer_setup.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;

constexpr GlibcVersion kOldestGlibc{2, 28};
constexpr const char* kUnwinder = "libunwind.so.8";
constexpr const char* kThere = "/ttsoak";  // the directory as the container sees it

std::string text_of(const GlibcVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor);
}

// Where the dynamic linker of this machine finds a library; empty: nowhere.
fs::path find_library(const std::string& name) {
  void* const handle = ::dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return {};
  const link_map* map = nullptr;
  const bool found = ::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr;
  fs::path path = found ? map->l_name : "";
  ::dlclose(handle);
  return path;
}

// Parts of the C library are the container's own matter.
bool is_of_c_library(const std::string& name) {
  return name.starts_with("libc.") || name.starts_with("ld-linux") || name.starts_with("libm.") ||
         name.starts_with("libdl.") || name.starts_with("libpthread.");
}

// libunwind and what it needs, as far as the tracer looks for it beside itself.
std::vector<fs::path> unwinder_files() {
  const fs::path unwinder = find_library(kUnwinder);
  if (unwinder.empty()) return {};
  std::vector<fs::path> files = {unwinder};
  for (const std::string& name : needed_libraries(unwinder)) {
    if (is_of_c_library(name)) continue;
    const fs::path path = find_library(name);
    if (!path.empty()) files.push_back(path);
  }
  return files;
}

Status copy_into(const fs::path& directory, const fs::path& file) {
  std::error_code error;
  fs::copy_file(file, directory / file.filename(), fs::copy_options::overwrite_existing, error);
  if (error) return Error{(directory / file.filename()).string() + ": " + error.message()};
  return {};
}

void compare_with_container(const fs::path& root, const std::vector<fs::path>& unwinder,
                            ExportedTracer& exported) {
  const CLibrary library = find_c_library(root);
  if (library.musl) {
    exported.warnings.emplace_back(
        "the container's C library is musl, on which the tracer sees nothing: the server will run "
        "untraced; use an image with glibc (Debian, Ubuntu, Fedora)");
    return;
  }
  if (!library.glibc) {
    exported.warnings.push_back("no C library was found below " + root.string() +
                                ": whether the tracer can be loaded there is not known");
    return;
  }
  if (*library.glibc < kOldestGlibc) {
    exported.warnings.push_back("the container's glibc " + text_of(*library.glibc) +
                                " is too old: the tracer needs " + text_of(kOldestGlibc) +
                                " or newer; use a newer image");
    return;
  }
  for (const fs::path& file : unwinder) {
    const auto needed = needed_glibc(file);
    if (!needed || *needed <= *library.glibc) continue;
    exported.warnings.push_back(file.filename().string() + " of this machine needs glibc " +
                                text_of(*needed) + ", and the container has " +
                                text_of(*library.glibc) +
                                ": install libunwind8 in the image, or stacks will lack their "
                                "native frames");
  }
}

}  // namespace

Result<ExportedTracer> export_tracer(const fs::path& directory, const fs::path& root) {
  const Result<fs::path> tracer = find_tracer();
  if (!tracer.ok()) return tracer.error();
  ExportedTracer exported;
  std::error_code error;
  exported.directory = fs::absolute(directory, error);
  const fs::path boxes = exported.directory / "box";
  fs::create_directories(boxes, error);
  if (error) return Error{boxes.string() + ": " + error.message()};
  // The server in the container may be anybody. As /tmp: nobody removes another's file.
  fs::permissions(boxes, fs::perms::all | fs::perms::sticky_bit, error);
  if (error) return Error{boxes.string() + ": " + error.message()};

  const std::vector<fs::path> unwinder = unwinder_files();
  std::vector<fs::path> files = {tracer.value()};
  files.insert(files.end(), unwinder.begin(), unwinder.end());
  for (const fs::path& file : files) {
    if (Status failure = copy_into(exported.directory, file)) return *failure;
    exported.files.push_back(file.filename());
  }
  if (unwinder.empty()) {
    exported.warnings.push_back(std::string(kUnwinder) +
                                " is not installed here: install libunwind8, or stacks will lack "
                                "their native frames unless the image has it");
  }
  if (!root.empty()) compare_with_container(root, unwinder, exported);
  const std::string there = kThere;
  exported.container_flags = {"-v " + exported.directory.string() + ":" + there,
                              "-e LD_PRELOAD=" + there + "/" + tracer.value().filename().string() +
                                  " -e TTSOAK_DIR=" + there + "/box"};
  return exported;
}

}  // namespace ttsoak
