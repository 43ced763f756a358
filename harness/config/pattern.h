#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "probes/base/result.h"

namespace ttsoak {

// What a placeholder stands for.
enum class Placeholder {
  none,    // text that stands for itself
  text,    // ${text} or ${row.text}: what is to be spoken
  voice,   // ${voice}
  format,  // ${format}
  row,    // ${row.NAME}: a further field of the text, from the file it stands in; "" if it has none
  env,    // ${env.NAME}: a variable of ttsoak's environment; never recorded
  reply,  // ${reply}: the whole JSON reply of the step before
  saved,  // ${saved.NAME}: what an earlier step saved under that name
};

struct PatternPiece {
  Placeholder placeholder = Placeholder::none;
  std::string text;  // itself, or NAME

  bool operator==(const PatternPiece&) const = default;
};

// "Bearer ${env.KEY}" as its pieces. Errors: a ${...} that is none of the above.
Result<std::vector<PatternPiece>> parse_pattern(std::string_view pattern);

}  // namespace ttsoak
