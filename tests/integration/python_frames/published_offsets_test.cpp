#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "probes/tracer/python/offsets.h"
#include "tests/integration/python_frames/interpreters.h"

namespace ttsoak::tracer {
namespace {

using python_frames::find_known_pythons;
using python_frames::library_of;
using python_frames::PythonProgram;

struct Published {
  std::uint32_t hex = 0;
  std::vector<std::uint64_t> words;
};

// Of the libraries here, which publish their offsets without being run.
std::vector<Published> published() {
  std::vector<Published> all;
  for (const PythonProgram& python : find_known_pythons()) {
    if (python.minor < 13 || library_of(python).empty()) continue;
    void* const library = dlopen(library_of(python).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) continue;
    Published one;
    std::memcpy(&one.hex, dlsym(library, "Py_Version"), sizeof one.hex);
    one.words.resize(128);
    std::memcpy(one.words.data(), dlsym(library, "_PyRuntime"), 128 * sizeof(std::uint64_t));
    all.push_back(one);
  }
  return all;
}

class PublishedOffsets : public testing::Test {
 protected:
  void SetUp() override {
    if (all_.empty()) GTEST_SKIP() << "no shared library of Python 3.13 or later is installed";
  }
  const std::vector<Published> all_ = published();
};

TEST_F(PublishedOffsets, AreThoseOfTheTableWhereItHasThem) {
  for (const Published& python : all_) {
    Offsets table{}, own{};
    ASSERT_EQ(published_offsets(python.words.data(), python.hex, own), nullptr);
    if (!known_offsets(python.hex >> 16, table)) continue;
    // Not published.
    own.thread_key = table.thread_key;
    own.code_version = table.code_version;
    EXPECT_TRUE(own == table);
  }
}

TEST_F(PublishedOffsets, OfAnotherVersionAreRefused) {
  Offsets own{};
  for (const Published& python : all_) {
    EXPECT_STREQ(published_offsets(python.words.data(), python.hex + 1, own),
                 "its offsets are of another version");
  }
}

TEST_F(PublishedOffsets, WithoutAGilAreRefused) {
  Offsets own{};
  for (Published python : all_) {
    python.words[2] = 1;
    EXPECT_STREQ(published_offsets(python.words.data(), python.hex, own), "it has no GIL");
  }
}

// A word more or less somewhere, as the next version may have it.
TEST_F(PublishedOffsets, LaidOutOtherwiseAreRefused) {
  Offsets own{};
  for (const Published& python : all_) {
    for (std::ptrdiff_t i = 3; i < 44; ++i) {
      Published longer = python, shorter = python;
      longer.words.insert(longer.words.begin() + i, 8);
      shorter.words.erase(shorter.words.begin() + i);
      shorter.words.push_back(0);
      EXPECT_NE(published_offsets(longer.words.data(), python.hex, own), nullptr) << i;
      EXPECT_NE(published_offsets(shorter.words.data(), python.hex, own), nullptr) << i;
    }
  }
}

}  // namespace
}  // namespace ttsoak::tracer
