#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference_engine/faults/fault.h"

namespace ttsoak {

// Fault 19: a library is copied to a temporary file, loaded from there, so as to have its globals
// anew, and the file deleted. The copy stays loaded.
//
// Holds for each completed request a mapping of temp_library_XXXXXX in $TMPDIR (or /tmp), deleted:
// a copy of flite's library of English, 174 KB in Debian 12, and of its pages those that the
// loader touched; on the heap what the loader keeps, about 1 KB. Stops at kMaxCopies.
// Where the engine is linked statically there is no library to copy, and it does nothing.
class LibraryCopies final : public Fault {
 public:
  static constexpr std::size_t kMaxCopies = 500;
  static constexpr const char* kPrefix = "temp_library_";

  LibraryCopies() = default;
  LibraryCopies(const LibraryCopies&) = delete;
  LibraryCopies& operator=(const LibraryCopies&) = delete;
  ~LibraryCopies() override;

  void on_done(const FaultyRequest& request, const std::shared_ptr<const Pcm>& speech) override;

 private:
  std::vector<void*> copies_;  // handles of dlopen()
};

}  // namespace ttsoak
