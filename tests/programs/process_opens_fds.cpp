// process_opens_fds N: opens N descriptors of each kind beyond those it was started with, says
// "ready" and waits for the end of its input.

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/programs/process_wait_for_end.h"

namespace {

bool open_one_of_each() {
  std::string name = "/tmp/ttsoak-fds-XXXXXX";
  const int deleted = ::mkstemp(name.data());
  if (deleted < 0 || ::unlink(name.c_str()) != 0) return false;
  std::array<int, 2> pipe_ends;
  if (::pipe(pipe_ends.data()) != 0 || ::close(pipe_ends[1]) != 0) return false;
  return ::open("/proc/self/exe", O_RDONLY) >= 0 && ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0 &&
         ::eventfd(0, 0) >= 0 && ::memfd_create("audio", 0) >= 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (long i = std::strtol(argv[1], nullptr, 10); i > 0; --i) {
    if (!open_one_of_each()) return 1;
  }
  std::puts("ready");
  std::fflush(stdout);
  wait_for_end_of_input();
}
