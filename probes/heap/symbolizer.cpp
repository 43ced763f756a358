#include "probes/heap/symbolizer.h"

namespace ttsoak {

class Symbolizer::Implementation {};

Symbolizer::Symbolizer(std::filesystem::path) {}
Symbolizer::Symbolizer(Symbolizer&&) noexcept = default;
Symbolizer& Symbolizer::operator=(Symbolizer&&) noexcept = default;
Symbolizer::~Symbolizer() = default;

std::vector<Frame> Symbolizer::frames_at(const ModuleName& module, std::uint64_t address) {
  Frame frame;
  frame.module = module.path;
  frame.address = address;
  return {frame};
}

}  // namespace ttsoak
