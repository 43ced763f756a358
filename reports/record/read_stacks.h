#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "probes/values/heap_snapshot.h"
#include "reports/record/open_record.h"

namespace ttsoak {

using StackKey = std::pair<int, std::int64_t>;  // process, stack

// False in records of a ttsoak without a tracer (schema version 1).
Result<bool> has_heap_tables(OpenRecord& file);

// The frames of the stacks named in `wanted`, which the record may lack (it then was lost).
// Errors: as OpenRecord; a list or a kind of frame that this ttsoak cannot read.
Result<std::map<StackKey, std::vector<Frame>>> read_frames(
    OpenRecord& file, const std::function<bool(const StackKey&)>& wanted);

// The figures at the newest trough of each process.
Status for_each_newest_figures(
    OpenRecord& file, const std::function<void(const StackKey&, const StackFigures&)>& use);

}  // namespace ttsoak
