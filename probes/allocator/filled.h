#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "probes/allocator/heap_account.h"
#include "probes/heap/box_file.h"
#include "probes/values/retention_share.h"

namespace ttsoak {

// Whose blocks lay last where the heap is free now, from the map that the tracer keeps
// (blackbox::Occupant): who made the high water. What the map does not know is nobody's.
// RetentionShare::samples counts granules.
//
// `library_of` as apportion() has it. Errors: as BoxFile::read().
Result<std::vector<RetentionShare>> who_filled(
    const BoxFile& file, const std::vector<FreePages>& free_pages,
    const std::function<std::string(std::uint32_t)>& library_of);

}  // namespace ttsoak
