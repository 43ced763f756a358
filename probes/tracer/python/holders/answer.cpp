#include "probes/tracer/python/holders/answer.h"

#include <errno.h>
#include <string.h>

#include "probes/tracer/box.h"
#include "probes/tracer/python/holders/run_code.h"
#include "probes/tracer/python/holders/snapshot.h"
#include "probes/tracer/reply_file.h"
#include "probes/tracer/sampler.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {
namespace {

using blackbox::Command;

int collect(uint64_t& reply_bytes) {
  uint64_t collected = 0;
  const int failure = collect_garbage(collected);
  if (failure != 0) return failure;
  memcpy(g_box.reply, &collected, sizeof collected);
  reply_bytes = sizeof collected;
  return 0;
}

}  // namespace

int answer_python(Command command, uint64_t argument, uint64_t& reply_bytes) {
  const Quiet quiet(Mode::inside);
  if (command == Command::python_collect) return collect(reply_bytes);
  ReplyFile reply;
  const int failure = command == Command::python_snapshot ? take_python_snapshot(reply)
                                                          : run_python_code(argument, reply);
  return failure != 0 ? failure : reply.finish(reply_bytes);
}

}  // namespace ttsoak::tracer
