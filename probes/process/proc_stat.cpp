#include "probes/process/proc_stat.h"

#include "probes/process/proc_fields.h"

namespace ttsoak {
namespace {

// The numbers of man 5 proc, which counts fields from 1.
constexpr int kFieldState = 3;
constexpr int kFieldParent = 4;
constexpr int kFieldUserTicks = 14;
constexpr int kFieldSystemTicks = 15;
constexpr int kFieldStartTicks = 22;

template <typename Integer>
Status take_field(std::string_view word, std::string_view name, Integer& value) {
  const auto number = to_integer<Integer>(word);
  if (!number) return bad_field(name, word);
  value = *number;
  return std::nullopt;
}

}  // namespace

Result<ProcStat> parse_proc_stat(std::string_view text) {
  const std::size_t name_begin = text.find('(');
  const std::size_t name_end = text.rfind(')');
  if (name_begin == text.npos || name_end == text.npos || name_end < name_begin) {
    return Error{"comm: expected a name in parentheses"};
  }
  ProcStat stat;
  std::string_view before = text.substr(0, name_begin);
  if (Status error = take_field(take_word(before), "pid", stat.pid)) return *error;
  stat.command_name = text.substr(name_begin + 1, name_end - name_begin - 1);

  std::string_view rest = text.substr(name_end + 1);
  for (int field = kFieldState; field <= kFieldStartTicks; ++field) {
    const std::string_view word = take_word(rest);
    Status error;
    switch (field) {
      case kFieldState:
        if (word.size() != 1) return Error{"state: expected one letter"};
        stat.state = word.front();
        break;
      case kFieldParent:
        error = take_field(word, "ppid", stat.parent_pid);
        break;
      case kFieldUserTicks:
        error = take_field(word, "utime", stat.user_ticks);
        break;
      case kFieldSystemTicks:
        error = take_field(word, "stime", stat.system_ticks);
        break;
      case kFieldStartTicks:
        error = take_field(word, "starttime", stat.start_ticks);
        break;
      default:
        break;
    }
    if (error) return *error;
  }
  return stat;
}

}  // namespace ttsoak
