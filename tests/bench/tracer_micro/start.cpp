#include "tests/bench/tracer_micro/start.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "probes/tracer/box.h"
#include "probes/tracer/capture.h"
#include "probes/tracer/control.h"
#include "probes/tracer/modules.h"
#include "probes/tracer/next.h"
#include "probes/tracer/options.h"
#include "probes/tracer/python/python.h"
#include "probes/tracer/sampling.h"
#include "probes/tracer/start.h"
#include "probes/tracer/thread.h"

namespace ttsoak::tracer {

std::uint64_t g_floor_bytes = 0;
std::uint64_t g_always_bytes = UINT64_MAX;

void run_errands() { start_wanted_control_thread(); }

namespace {

void require(const char* problem) {
  if (problem == nullptr) return;
  std::fprintf(stderr, "the tracer does not start: %s\n", problem);
  std::abort();
}

template <typename Element>
void clear(Element* table, std::uint64_t count) {
  std::memset(table, 0, count * sizeof *table);
}

}  // namespace

void start_without_hooks() {
  resolve_next();
  char directory[] = "/tmp/ttsoak-micro-XXXXXX";
  require(mkdtemp(directory) == nullptr ? "no temporary directory" : nullptr);
  require(create_box(directory));
  remove_box();
  rmdir(directory);
  require(prepare_capture());
  record_modules();
  prepare_threads();
  g_floor_bytes = g_options.floor_bytes;
  g_always_bytes = g_options.always_bytes;
  g_box.header->state = static_cast<std::uint32_t>(blackbox::State::tracing);
  g_process = Process::tracing;
  find_python();
}

void forget_stacks() {
  blackbox::Header& header = *g_box.header;
  clear(g_box.stack_index, header.stack_index.capacity);
  clear(g_box.frame_index, header.frame_index.capacity);
  clear(g_box.stacks, header.stacks_used);
  header.stacks_used = header.frames_used = 1;
}

std::uint32_t frames_of(std::uint32_t stack) { return g_box.stacks[stack].depth; }

}  // namespace ttsoak::tracer
