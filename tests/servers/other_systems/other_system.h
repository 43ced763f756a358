#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ttsoak {

// Another release of Debian, as ./setup unpacked it: another C library, another Python.
class OtherSystem {
 public:
  explicit OtherSystem(const std::string& release);

  // Empty, or why no program of it can be run here.
  [[nodiscard]] std::string why_not() const;

  // What to start, so that `argv` runs in there. Paths below /tmp and in the trees of source and
  // build are the same on both sides.
  [[nodiscard]] std::vector<std::string> inside(const std::vector<std::string>& argv) const;

  [[nodiscard]] std::vector<std::string> python(const std::vector<std::string>& arguments) const;

  enum class Threads { no, yes };
  // Builds a program of tests/programs ("allocator/mix.cpp") into `folder`, with our headers and
  // with the libraries from there, so that it runs there. With `Threads::no` it does without
  // libpthread, where that is a library of its own. Returns its path; ends the test program if it
  // cannot be built.
  [[nodiscard]] std::string build(const std::string& source, const std::filesystem::path& folder,
                                  Threads threads) const;

 private:
  [[nodiscard]] std::string library(const std::string& name) const;

  std::filesystem::path root_;
};

}  // namespace ttsoak
