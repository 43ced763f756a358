#pragma once

#include <string>
#include <vector>

namespace ttsoak::python_frames {

struct PythonProgram {
  std::string path;
  int minor = 0;  // of 3.x; 0 = Python 2
};

// The Pythons of this machine, each once: python3 in the folders of PATH, pyenv's ($PYENV_ROOT, or
// ~/.pyenv), and those of other systems that were set up (tests/servers/other_systems).
std::vector<PythonProgram> find_pythons();

// From 3.8 on.
std::vector<PythonProgram> find_known_pythons();

// The shared library of it; empty if it has none.
std::string library_of(const PythonProgram& python);

struct PythonRun {
  int status = -1;  // exit status; 128 + signal
  std::string output;
  std::string box_note;  // Header::note of the first process
  unsigned blind = 0;    // Header::blind of it
};

// Runs `arguments` (quoted for sh) under the test preload. `environment`: "NAME=value NAME=value".
PythonRun run_under_preload(const PythonProgram& python, const std::string& arguments,
                            const std::string& environment = "");

// The same without the preload.
PythonRun run_alone(const PythonProgram& python, const std::string& arguments);

}  // namespace ttsoak::python_frames
