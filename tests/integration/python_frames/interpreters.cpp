#include "tests/integration/python_frames/interpreters.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "probes/blackbox/layout.h"

namespace ttsoak::python_frames {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

PythonRun run_shell(const std::string& command) {
  PythonRun run;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return run;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe)) {
    run.output.append(buffer, got);
  }
  const int status = pclose(pipe);
  run.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return run;
}

// `path` may be a script that starts the interpreter, or one of several names of it.
void add(std::vector<PythonProgram>& programs, const std::string& path) {
  const PythonRun run =
      run_shell("exec " + path + " -c 'import sys; print(sys.version_info[:2], sys.executable)'");
  int major = 0, minor = 0;
  const std::size_t name = run.output.find('/');
  if (run.status != 0 || name == std::string::npos) return;
  // Python 3 prints "(3, 8) /...", Python 2 "((2, 7), '/...')".
  if (std::sscanf(run.output.c_str(), "(%d, %d)", &major, &minor) != 2) {
    programs.push_back({path, 0});
    return;
  }
  std::error_code ignored;
  const std::string program =
      fs::canonical(run.output.substr(name, run.output.find('\n') - name), ignored).string();
  for (const PythonProgram& known : programs) {
    if (known.path == program) return;
  }
  programs.push_back({program, minor});
}

// One of another system, whose paths are not ours (tests/servers/other_systems). Not bullseye's:
// the tests' preload needs a C library like the one it was built with. Nor what sid has some day.
void add_of_system(std::vector<PythonProgram>& programs, const std::string& release) {
  const std::string path = TTSOAK_BINARY_DIR "/systems/" + release + ".python3";
  if (access(path.c_str(), X_OK) != 0) return;
  const PythonRun run = run_shell("exec " + path + " -c 'import sys; print(sys.version_info[1])'");
  constexpr int kNewestKnown = 14;
  const int minor = std::atoi(run.output.c_str());
  if (run.status == 0 && minor <= kNewestKnown) programs.push_back({path, minor});
}

class Directory {
 public:
  Directory() : path_(fs::temp_directory_path() / "ttsoak-frames-XXXXXX") {
    std::string pattern = path_.string();
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~Directory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void read_oldest_box(const fs::path& directory, PythonRun& run) {
  blackbox::Header oldest{};
  for (const auto& entry : fs::directory_iterator(directory)) {
    blackbox::Header header{};
    std::ifstream file(entry.path(), std::ios::binary);
    // Plain integers and text, as layout.h promises.
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    if (oldest.magic == 0 || header.started_ns < oldest.started_ns) oldest = header;
  }
  run.box_note = oldest.note;
  run.blind = oldest.blind;
}

}  // namespace

std::vector<PythonProgram> find_pythons() {
  std::vector<PythonProgram> programs;
  std::istringstream directories(variable("PATH", ""));
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string path = directory + "/python3";
    if (access(path.c_str(), X_OK) == 0) add(programs, path);
  }
  const fs::path versions = variable("PYENV_ROOT", variable("HOME", "") + "/.pyenv") + "/versions";
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(versions, ignored)) {
    add(programs, (entry.path() / "bin" / "python").string());
  }
  for (const char* const release : {"trixie", "sid"}) add_of_system(programs, release);
  return programs;
}

std::vector<PythonProgram> find_known_pythons() {
  std::vector<PythonProgram> known;
  for (const PythonProgram& python : find_pythons()) {
    if (python.minor >= 8) known.push_back(python);
  }
  return known;
}

std::string library_of(const PythonProgram& python) {
  const PythonRun run =
      run_alone(python,
                "-c 'from sysconfig import get_config_var as var; print(var(\"LIBDIR\") + \"/\" + "
                "(var(\"INSTSONAME\") or \"\"), end=\"\")'");
  return run.output.find(".so") != std::string::npos && fs::exists(run.output) ? run.output : "";
}

PythonRun run_under_preload(const PythonProgram& python, const std::string& arguments,
                            const std::string& environment) {
  const Directory boxes;
  PythonRun run = run_shell("TTSOAK_DIR=" + boxes.path().string() +
                            " LD_PRELOAD=" + PYTHON_FRAMES_PRELOAD + " " + environment +
                            " PYTHONDONTWRITEBYTECODE=1 exec " + python.path + " " + arguments);
  read_oldest_box(boxes.path(), run);
  return run;
}

PythonRun run_alone(const PythonProgram& python, const std::string& arguments) {
  return run_shell("exec " + python.path + " " + arguments);
}

}  // namespace ttsoak::python_frames
