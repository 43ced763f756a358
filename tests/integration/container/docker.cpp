#include "tests/integration/container/docker.h"

#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <sstream>
#include <thread>

#include "gmock/gmock.h"
#include "harness/target/needed_libraries.h"
#include "harness/target/unix_http.h"

namespace ttsoak {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string last_lines(const std::string& text) {
  constexpr std::size_t kMost = 600;
  return text.size() > kMost ? "..." + text.substr(text.size() - kMost) : text;
}

void copy_to_root(const fs::path& file, const fs::path& root) {
  const fs::path copy = root / file.relative_path();
  fs::create_directories(copy.parent_path());
  fs::copy_file(file, copy, fs::copy_options::skip_existing);
}

// "libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x...)", "/lib64/ld-linux-x86-64.so.2 (0x...)"
std::vector<fs::path> libraries_of(const std::string& program) {
  Child ldd({"ldd", program});
  EXPECT_EQ(ldd.wait(60s), 0) << ldd.errors();
  std::vector<fs::path> paths;
  std::istringstream words(ldd.output());
  for (std::string word; words >> word;) {
    if (word.front() == '/') paths.emplace_back(word);
  }
  return paths;
}

}  // namespace

Docker::Docker() {
  if (::geteuid() != 0) {
    refusal_ = "needs root to start a container engine";
    return;
  }
  for (const char* program : {"dockerd", "docker"}) {
    if (find_on_path(program).empty()) refusal_ = std::string("not installed: ") + program;
  }
  if (!refusal_.empty()) return;
  const fs::path& place = directory_.path();
  engine_ = std::make_unique<Child>(std::vector<std::string>{
      "dockerd", "--host=unix://" + socket_, "--data-root=" + (place / "data").string(),
      "--exec-root=" + (place / "exec").string(), "--pidfile=" + (place / "pid").string(),
      // What needs nothing of the machine: copies of directories, and no network to set up.
      "--storage-driver=vfs", "--bridge=none", "--iptables=false", "--ip6tables=false"});
  const auto deadline = std::chrono::steady_clock::now() + 90s;
  while (std::chrono::steady_clock::now() < deadline && engine_->is_running()) {
    const auto ping = unix_http_get(socket_, "/_ping", 60s);
    if (ping.ok() && ping.value().status == 200) return;
    std::this_thread::sleep_for(100ms);
  }
  refusal_ = "dockerd does not start here: " + last_lines(engine_->errors());
}

Docker::~Docker() {
  // It ends its containers and its own helpers. SIGKILL would leave them behind.
  if (engine_) engine_->end_by(SIGTERM);
  // What it does leave is a mount, for which its directory could not be removed.
  ::umount2((directory_.path() / "exec/netns/default").c_str(), MNT_DETACH);
}

std::string Docker::command(const std::vector<std::string>& arguments) const {
  std::vector<std::string> argv = {"docker", "--host=unix://" + socket_};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Child docker(argv);
  EXPECT_EQ(docker.wait(240s), 0) << docker.errors();
  return docker.output();
}

void Docker::make_image(const std::string& name) const {
  const fs::path root = directory_.path() / "root";
  const fs::path program = kTtsoak;
  fs::create_directories(root / "opt/bin");
  fs::create_directories(root / "tmp");
  fs::copy_file(program, root / "opt/bin/ttsoak");
  fs::create_directories(root / "opt/share");
  fs::copy(program.parent_path().parent_path() / "share/ttsoak", root / "opt/share/ttsoak",
           fs::copy_options::recursive);
  for (const fs::path& library : libraries_of(kTtsoak)) copy_to_root(library, root);
  const std::string archive = directory_.path() / "root.tar";
  Child tar({"tar", "--directory", root.string(), "--create", "--file", archive, "."});
  ASSERT_EQ(tar.wait(240s), 0) << tar.errors();
  command({"import", archive, name});
  fs::remove(archive);
  fs::remove_all(root);
}

}  // namespace ttsoak
