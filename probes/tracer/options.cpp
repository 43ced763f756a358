#include "probes/tracer/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

namespace ttsoak::tracer {

Options g_options = {nullptr, 16, 1024, 1 << 20, 2000};

namespace {

// What stands before the server in a start script, and does not matter.
constexpr char kExcludedByDefault[] =
    "sh:bash:dash:ash:zsh:busybox:env:timeout:nice:nohup:tini:dumb-init:gosu";

void read_number(const char* name, uint64_t& value) {
  const char* const text = getenv(name);
  if (text == nullptr || *text == '\0') return;
  char* end = nullptr;
  const unsigned long long number = strtoull(text, &end, 10);
  if (*end == '\0') value = number;
}

bool is_excluded(const char* names) {
  const char* const program = program_invocation_short_name;
  const size_t length = strlen(program);
  for (const char* name = names; *name != '\0';) {
    const char* const end = strchrnul(name, ':');
    if (static_cast<size_t>(end - name) == length && strncmp(name, program, length) == 0) {
      return true;
    }
    name = *end == ':' ? end + 1 : end;
  }
  return false;
}

}  // namespace

bool read_options() {
  g_options.directory = getenv("TTSOAK_DIR");
  if (g_options.directory == nullptr || *g_options.directory == '\0') return false;
  const char* const names = getenv("TTSOAK_EXCLUDE");
  if (is_excluded(names != nullptr ? names : kExcludedByDefault)) return false;

  uint64_t mean = 1ULL << g_options.rate;
  read_number("TTSOAK_SAMPLE", mean);
  g_options.rate = 0;
  while (g_options.rate < 40 && (2ULL << g_options.rate) <= mean) ++g_options.rate;
  read_number("TTSOAK_FLOOR", g_options.floor_bytes);
  read_number("TTSOAK_BUDGET", g_options.samples_per_second);
  return true;
}

}  // namespace ttsoak::tracer
