#include "reference_engine/faults/system/library_copies.h"

#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "reference_engine/faults/system/scratch_file.h"

namespace ttsoak {
namespace {

// Where flite's library of English was loaded from; empty if it is part of the program.
std::string library_of_english() {
  Dl_info found{};
  void* symbol = ::dlsym(RTLD_DEFAULT, "usenglish_init");
  if (symbol == nullptr || ::dladdr(symbol, &found) == 0) return "";
  return found.dli_fname;
}

}  // namespace

LibraryCopies::~LibraryCopies() {
  for (void* copy : copies_) ::dlclose(copy);
}

void LibraryCopies::on_done(const FaultyRequest& /*request*/,
                            const std::shared_ptr<const Pcm>& /*speech*/) {
  if (copies_.size() == kMaxCopies) return;
  const std::string library = library_of_english();
  const ScratchFile file = make_scratch_file(scratch_directory(), kPrefix);
  if (library.empty() || !file.fd.valid()) return;
  std::error_code error;
  std::filesystem::copy_file(library, file.path, std::filesystem::copy_options::overwrite_existing,
                             error);
  // The loader knows a library by its inode, so that each copy is loaded apart.
  void* copy = error ? nullptr : ::dlopen(file.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ::unlink(file.path.c_str());
  if (copy != nullptr) copies_.push_back(copy);
}

}  // namespace ttsoak
