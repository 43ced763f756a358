#pragma once

#include <stddef.h>
#include <stdint.h>

namespace ttsoak::tracer {

// A reply that is too long for the mailbox: a file beside the black box, "<box>.reply", for its
// owner's eyes only, which ttsoak reads and removes. Written with write(), which fails where the
// disk is full or the file grows beyond the process's limit; a store into a mapped file would end
// the target there.
//
// Allocates nothing, and errno is not kept. One at a time, in the control thread.
class ReplyFile {
 public:
  ReplyFile();
  ~ReplyFile();  // removes what was not finished
  ReplyFile(const ReplyFile&) = delete;
  ReplyFile& operator=(const ReplyFile&) = delete;

  // After a failure nothing more is written; finish() says what it was.
  void append(const void* bytes, size_t size);

  // Leaves the file to ttsoak and its length in the mailbox's reply, of which `reply_bytes` says
  // the size. Returns 0 or an errno.
  int finish(uint64_t& reply_bytes);

 private:
  void flush();
  void write_all(const char* bytes, size_t size);

  char path_[640];
  char buffer_[4096];
  size_t buffered_ = 0;
  uint64_t written_ = 0;
  int fd_ = -1;
  int failure_ = 0;
  bool finished_ = false;
};

// Nobody waits for the last one any more.
void remove_reply_file();

// In the child of a fork: its parent's file is none of its business.
void forget_reply_file();

}  // namespace ttsoak::tracer
