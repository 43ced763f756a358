#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "probes/blackbox/layout.h"

namespace ttsoak {

// A black box as a tracer would leave it, made in memory to be damaged, saved and read.
class SyntheticBox {
 public:
  struct Sizes {
    std::uint64_t threads = 8, buckets = 64, stacks = 32, frames = 64, mappings = 8, modules = 8,
                  codes = 8, bytes = 4096, reply = 4096, occupants = 256;
  };
  explicit SyntheticBox(const Sizes& sizes);
  SyntheticBox() : SyntheticBox(Sizes()) {}

  blackbox::Header& header() { return *reinterpret_cast<blackbox::Header*>(image_.data()); }

  template <typename Element>
  Element* table(const blackbox::Area& area) {
    return reinterpret_cast<Element*>(image_.data() + area.offset);
  }

  blackbox::Text add_text(std::string_view text);
  // `frames` innermost first. Returns the stack's number.
  std::uint32_t add_stack(const std::vector<std::uint64_t>& frames);
  // Into the first free place from bucket `address` % buckets on.
  void add_sample(std::uint64_t address, const blackbox::LiveSample& sample);
  void add_mapping(const blackbox::MappingSlot& slot);
  void add_module(std::uint64_t start, std::uint64_t end, std::uint64_t bias, std::string_view path,
                  std::string_view build_id = "");
  // Returns the code object's number.
  std::uint32_t add_code(std::string_view file, std::string_view name, std::uint32_t first_line);

  void save(const std::filesystem::path& path) const;
  std::string& image() { return image_; }

 private:
  std::string image_;
};

// A directory of its own, gone with the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace ttsoak
