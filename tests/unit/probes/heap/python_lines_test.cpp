#include "probes/heap/python_lines.h"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"

namespace ttsoak {
namespace {

struct Recorded {
  std::uint32_t version = 0;
  int first_line = 0;
  std::vector<std::uint8_t> table;
  std::vector<int> lines;  // of every second byte of code
};

// Made by record.py, beside it.
std::vector<Recorded> recorded() {
  std::vector<Recorded> all;
  std::ifstream file(TTSOAK_SOURCE_DIR "/tests/data/python_lines/recorded.txt");
  for (std::string row; std::getline(file, row);) {
    std::istringstream words(row);
    Recorded code;
    std::string table;
    words >> std::hex >> code.version >> std::dec >> code.first_line >> table;
    for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
      code.table.push_back(static_cast<std::uint8_t>(std::stoi(table.substr(i, 2), nullptr, 16)));
    }
    for (std::string run; words >> run;) {
      const std::size_t star = run.find('*');
      code.lines.insert(code.lines.end(), std::stoul(run.substr(star + 1)), std::stoi(run));
    }
    all.push_back(code);
  }
  return all;
}

TEST(PythonLine, IsWhatTheInterpreterItselfReads) {
  std::size_t versions = 0, lines = 0;
  std::uint32_t last = 0;
  for (const Recorded& code : recorded()) {
    if (code.version != last) ++versions;
    last = code.version;
    for (std::size_t i = 0; i < code.lines.size(); ++i) {
      EXPECT_EQ(python_line(code.table, code.first_line, code.version, static_cast<int>(2 * i)),
                code.lines[i])
          << std::hex << code.version << std::dec << ", code from line " << code.first_line
          << ", byte " << 2 * i;
      ++lines;
    }
  }
  EXPECT_EQ(versions, 6U);
  EXPECT_GT(lines, 1000U);
}

TEST(PythonLine, OfCodeThatHasNotStartedIsItsFirst) {
  for (const Recorded& code : recorded()) {
    EXPECT_EQ(python_line(code.table, code.first_line, code.version, -1), code.first_line);
  }
}

TEST(PythonLine, BeyondTheTableIsNoneFrom310On) {
  for (const Recorded& code : recorded()) {
    if (code.version < 0x030a) continue;
    EXPECT_EQ(python_line(code.table, code.first_line, code.version, 1'000'000), -1);
  }
}

TEST(PythonLine, TakesTablesThatWereCutOrOverwritten) {
  for (const Recorded& code : recorded()) {
    for (std::size_t size = 0; size <= code.table.size(); ++size) {
      std::vector<std::uint8_t> cut(code.table.begin(),
                                    code.table.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_GE(python_line(cut, code.first_line, code.version, 50), -1);
      for (std::uint8_t& byte : cut) byte = static_cast<std::uint8_t>(~byte);
      EXPECT_GE(python_line(cut, code.first_line, code.version, 50), -1);
    }
  }
}

}  // namespace
}  // namespace ttsoak
