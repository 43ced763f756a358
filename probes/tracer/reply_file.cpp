#include "probes/tracer/reply_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "probes/tracer/box.h"

namespace ttsoak::tracer {

namespace {

int g_open = -1;  // there is only one at a time

template <size_t kRoom>
void write_path(char (&path)[kRoom]) {
  snprintf(path, kRoom, "%s.reply", box_path());
}

}  // namespace

ReplyFile::ReplyFile() {
  write_path(path_);
  unlink(path_);  // one that nobody waited for
  fd_ = open(path_, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd_ < 0) failure_ = errno;
  g_open = fd_;
}

ReplyFile::~ReplyFile() {
  if (fd_ < 0) return;
  g_open = -1;
  close(fd_);
  if (!finished_) unlink(path_);
}

void ReplyFile::append(const void* bytes, size_t size) {
  if (size > sizeof buffer_ - buffered_) flush();
  if (size >= sizeof buffer_) return write_all(static_cast<const char*>(bytes), size);
  memcpy(buffer_ + buffered_, bytes, size);
  buffered_ += size;
}

int ReplyFile::finish(uint64_t& reply_bytes) {
  flush();
  if (failure_ != 0) return failure_;
  memcpy(g_box.reply, &written_, sizeof written_);
  reply_bytes = sizeof written_;
  finished_ = true;
  return 0;
}

void ReplyFile::flush() {
  const size_t size = buffered_;
  buffered_ = 0;
  write_all(buffer_, size);
}

void ReplyFile::write_all(const char* bytes, size_t size) {
  // A write beyond the limit would cost a thread that does not block SIGXFSZ the process.
  rlimit limit{};
  if (failure_ == 0 && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < written_ + size) {
    failure_ = EFBIG;
  }
  while (failure_ == 0 && size > 0) {
    const ssize_t wrote = write(fd_, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      failure_ = wrote < 0 ? errno : ENOSPC;
      return;
    }
    bytes += wrote;
    size -= static_cast<size_t>(wrote);
    written_ += static_cast<uint64_t>(wrote);
  }
}

void remove_reply_file() {
  char path[640];
  write_path(path);
  unlink(path);
}

void forget_reply_file() {
  if (g_open >= 0) close(g_open);
  g_open = -1;
}

}  // namespace ttsoak::tracer
