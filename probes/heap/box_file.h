#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "probes/base/result.h"
#include "probes/base/unique_fd.h"
#include "probes/blackbox/layout.h"

namespace ttsoak {

// A black box as a file, with nothing in it believed: the traced process writes while we read, and
// may be killed, or the file cut short, at any moment. Hence copies by pread() and no mapping: a
// load from a mapped page that was truncated away is a SIGBUS.
//
// One thread at a time.
class BoxFile {
 public:
  // Larger files are refused; the tracer's own take some 8 MiB.
  static constexpr std::uint64_t kMaxBytes = 256ULL << 20;

  // Errors: no such file, not a regular file, not a black box, one that is just being made, one of
  // another version, or with tables that do not lie inside the file.
  static Result<BoxFile> open(const std::filesystem::path& path);

  // The header as it is now; the areas are those that were checked when the file was opened.
  // Errors: the file was cut short, or an I/O error.
  [[nodiscard]] Result<blackbox::Header> header() const;

  // Elements `first` to `first + count` of `area`, as far as the area has them.
  template <typename Element>
  Result<std::vector<Element>> elements(const blackbox::Area& area, std::uint64_t first,
                                        std::uint64_t count) const {
    static_assert(std::is_trivially_copyable_v<Element>);
    if (first > area.capacity) first = area.capacity;
    if (count > area.capacity - first) count = area.capacity - first;
    std::vector<Element> copied(count);
    if (Status error =
            read(copied.data(), count * sizeof(Element), area.offset + first * sizeof(Element))) {
      return *error;
    }
    return copied;
  }

  // Fills `target`. Errors: the file ends before that, or an I/O error.
  Status read(void* target, std::size_t bytes, std::uint64_t offset) const;

  // Errors: the file may only be read, or an I/O error.
  Status write(const void* source, std::size_t bytes, std::uint64_t offset) const;

  [[nodiscard]] const blackbox::Header& layout() const { return layout_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  BoxFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Status check();

  UniqueFd fd_;
  std::string path_;
  blackbox::Header layout_{};  // as read when the file was opened
};

// The bytes of `text` in a copy of the area of bytes; empty where it does not lie inside.
std::string_view text_in(const std::vector<char>& bytes, const blackbox::Text& text);

// A text for people out of a fixed field: up to its first zero, unprintable bytes as '?'.
std::string printable(std::string_view field);

}  // namespace ttsoak
