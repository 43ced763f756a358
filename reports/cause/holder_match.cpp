#include "reports/cause/holder_match.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ttsoak {
namespace {

// "/app/services/audio.py" ends in the module "services.audio" and in "audio".
bool is_in_module(const std::string& file, const std::string& path) {
  std::string module = file.substr(0, file.rfind(".py"));
  std::replace(module.begin(), module.end(), '/', '.');
  for (std::size_t end = path.rfind('.'); end != std::string::npos && end > 0;
       end = path.rfind('.', end - 1)) {
    const std::string prefix = "." + path.substr(0, end);
    if (module.ends_with(prefix)) return true;
  }
  return false;
}

bool runs_through(const LiveSubject& subject, const HeapRecord& heap, const std::string& path) {
  return std::any_of(subject.stacks.begin(), subject.stacks.end(), [&](std::size_t stack) {
    const std::vector<Frame>& frames = heap.stacks.at(stack).stack.frames;
    return std::any_of(frames.begin(), frames.end(), [&](const Frame& frame) {
      return frame.kind == FrameKind::python && is_in_module(frame.file, path);
    });
  });
}

// How badly they fit: 0 is best; absent if not at all.
std::optional<double> misfit(const LiveSubject& subject, const PythonHolder& holder,
                             const HeapRecord& heap, double requests_per_cycle) {
  constexpr double kOtherModule = 0.7;  // as much as twice the bytes
  const bool here = runs_through(subject, heap, holder.path);
  const double needed = subject.rate.mean * requests_per_cycle;
  if (holder.bytes_per_cycle <= 0 || needed <= 0) {
    return here ? std::optional(1.0) : std::nullopt;
  }
  const double ratio = holder.bytes_per_cycle / needed;
  if (ratio < 0.5 || (ratio > 2 && !(holder.bytes_are_bound && here))) return std::nullopt;
  return std::abs(std::log(ratio)) + (here ? 0 : kOtherModule);
}

}  // namespace

std::set<const PythonHolder*> match_holders(std::vector<LiveSubject>& subjects,
                                            const RunRecord& record, double requests_per_cycle) {
  std::set<const PythonHolder*> given;
  for (LiveSubject& subject : subjects) {
    double least = INFINITY;
    for (const PythonHolder& holder : record.python.holders) {
      if (!grew(holder)) continue;
      const auto fit = misfit(subject, holder, record.heap, requests_per_cycle);
      if (!fit || *fit >= least) continue;
      least = *fit;
      subject.holder = &holder;
    }
    if (subject.holder != nullptr) given.insert(subject.holder);
  }
  return given;
}

}  // namespace ttsoak
