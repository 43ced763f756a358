// inventory_leaks FOLDER: says "ready", then leaks one thing for each letter it reads, and answers
// "ok". Letters: t thread, f file, s socket, e eventfd, m memfd, z zombie, c child, d deleted file,
// l mapped library that is unlinked, w file in FOLDER, p named pipe. "r" leaks
// nothing: FOLDER becomes the program's root, and its /tmp the folder. Ends when its input does.

#include <fcntl.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

namespace {

constexpr std::size_t kBytes = 64 * 1024;

int g_step = 0;  // of all leaks: makes names different
std::string g_folder;

std::string numbered(const char* before, const char* after) {
  std::array<char, 16> number;
  std::snprintf(number.data(), number.size(), "%06x", 0xa1b2c3 + g_step);
  return std::string(before) + number.data() + after;
}

bool fill(int fd) {
  const std::string text(kBytes, 'x');
  return ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(kBytes);
}

void* wait_on_a_deep_stack(void* pipe_end) {
  volatile char touched[kBytes];
  for (std::size_t at = 0; at < kBytes; at += 1024) touched[at] = 1;
  const pid_t self = ::gettid();
  if (::write(*static_cast<int*>(pipe_end), &self, sizeof self) != sizeof self) return nullptr;
  while (touched[0] == 1) ::pause();
  return nullptr;
}

// "S" in /proc/self/task/<tid>/stat, after the name in parentheses.
bool is_asleep(pid_t thread) {
  std::ifstream stat("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(stat, line);
  const std::size_t name_end = line.rfind(')');
  return name_end != line.npos && line.compare(name_end, 3, ") S") == 0;
}

bool leak_thread() {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pthread_t thread;
  if (::pthread_create(&thread, nullptr, wait_on_a_deep_stack, &ends[1]) != 0) return false;
  ::pthread_setname_np(thread, ("leaky-" + std::to_string(g_step)).c_str());
  pid_t id = 0;
  if (::read(ends[0], &id, sizeof id) != sizeof id) return false;
  while (!is_asleep(id)) ::usleep(1000);  // its next call is pause()
  ::close(ends[0]);
  ::close(ends[1]);
  return true;
}

bool leak_child(bool zombie) {
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    if (zombie) ::_exit(0);
    // Ends with us; the second check is for a parent that ended before the first.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (::getppid() == parent) ::pause();
    ::_exit(0);
  }
  siginfo_t info;
  if (zombie) return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) == 0;
  return child > 0;
}

bool leak_file(const std::string& name, bool unlinked, bool mapped) {
  const std::string path = g_folder + "/" + name;
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || !fill(fd)) return false;
  if (unlinked && ::unlink(path.c_str()) != 0) return false;
  if (!mapped) return true;
  void* const memory = ::mmap(nullptr, kBytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
  ::close(fd);
  return memory != MAP_FAILED;
}

bool leak_memfd() {
  const int fd = ::memfd_create(numbered("audio_", "").c_str(), MFD_CLOEXEC);
  return fd >= 0 && fill(fd);
}

bool write_file() {
  const std::string path = g_folder + "/" + numbered("temp_voice_", ".wav");
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  return fd >= 0 && fill(fd) && ::close(fd) == 0;
}

bool leak(char what) {
  switch (what) {
    case 't':
      return leak_thread();
    case 'f':
      return leak_file(numbered("held_", ".log"), false, false);
    case 'd':
      return leak_file(numbered("gone_", ".wav"), true, false);
    case 'l':
      return leak_file(numbered("libvoice_", ".so"), true, true);
    case 's':
      return ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0) >= 0;
    case 'e':
      return ::eventfd(0, EFD_CLOEXEC) >= 0;
    case 'm':
      return leak_memfd();
    case 'z':
      return leak_child(true);
    case 'c':
      return leak_child(false);
    case 'w':
      return write_file();
    case 'p':
      return ::mkfifo((g_folder + "/" + numbered("pipe_", "")).c_str(), 0600) == 0;
    case 'r':
      if (::chroot(g_folder.c_str()) != 0 || ::chdir("/") != 0) return false;
      g_folder = "/tmp";
      return true;
    default:
      return false;
  }
}

void say(const char* line) {
  std::puts(line);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  g_folder = argv[1];
  say("ready");
  char what = 0;
  while (::read(STDIN_FILENO, &what, 1) == 1) {
    ++g_step;
    say(leak(what) ? "ok" : std::strerror(errno));
  }
}
