// Becomes a program of another system: enters_system ROOT PROGRAM ARGUMENTS...
//
// ROOT becomes "/", in a mount namespace of its own, with our /proc and /dev, and with /tmp and the
// trees of source and build where they are here. Static, so that what is preloaded meets the
// program only. Ends with 125 where it may not (root may).

#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

[[noreturn]] void fail(const char* what) {
  perror(what);
  _exit(125);
}

void make_directories(const std::string& path) {
  for (std::size_t at = 1; (at = path.find('/', at)) != std::string::npos; ++at) {
    mkdir(path.substr(0, at).c_str(), 0755);
  }
  mkdir(path.c_str(), 0755);
}

void show(const char* path, const std::string& root) {
  const std::string there = root + path;
  make_directories(there);
  if (mount(path, there.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) fail(path);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 125;
  const std::string root = argv[1];
  if (unshare(CLONE_NEWNS) != 0) fail("unshare");
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) fail("/");
  for (const char* path : {"/proc", "/dev", "/tmp", TTSOAK_SOURCE_DIR, TTSOAK_BINARY_DIR})
    show(path, root);
  if (chroot(root.c_str()) != 0 || chdir("/") != 0) fail(argv[1]);
  execv(argv[2], argv + 2);
  fail(argv[2]);
}
