#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace ttsoak {

// The text of tests/data/proc/`name`, recorded from a real kernel or broken on purpose.
inline std::string fixture(const std::string& name) {
  std::ifstream file(TTSOAK_SOURCE_DIR "/tests/data/proc/" + name);
  EXPECT_TRUE(file) << "no fixture " << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace ttsoak
