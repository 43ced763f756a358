#include "probes/process/proc_status.h"

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

Error no_memory(std::string_view text) {
  const std::string_view state = field_word(text, "State");
  if (state == "Z" || state == "X") {
    return Error{"VmRSS: missing: the process has ended and waits to be reaped (zombie)"};
  }
  // Kernel threads have no Vm* lines at all; a user process without VmRSS has at least VmSize.
  if (!state.empty() && field_word(text, "VmSize").empty()) {
    return Error{"VmRSS: missing: a kernel thread has no memory of its own"};
  }
  return Error{"VmRSS: missing"};
}

}  // namespace

Result<ProcStatus> parse_proc_status(std::string_view text) {
  if (field_word(text, "VmRSS").empty()) return no_memory(text);

  ProcStatus status;
  FieldReader fields(text);
  status.rss_bytes = fields.bytes("VmRSS");
  status.rss_anon_bytes = fields.bytes("RssAnon");
  status.rss_file_bytes = fields.bytes("RssFile");
  status.rss_shmem_bytes = fields.bytes("RssShmem");
  status.swap_bytes = fields.bytes("VmSwap");
  status.threads = fields.number("Threads");
  if (fields.first_error()) return *fields.first_error();
  return status;
}

}  // namespace ttsoak
