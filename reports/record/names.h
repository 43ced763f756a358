#pragma once

#include <string>
#include <string_view>

#include "probes/base/result.h"
#include "probes/values/observation.h"

namespace ttsoak {

// The stable names of enumerators: stored in run records, shown in reports, part of JSON output.
// A name, once released, is never changed.
std::string to_string(EventKind kind);
std::string to_string(ProcessRole role);
std::string to_string(QuiesceEnd end);
std::string to_string(RequestError error);
std::string to_string(RequestKind kind);
std::string to_string(FrameKind kind);
std::string to_string(RetentionRole role);
std::string to_string(InventoryKind kind);
std::string to_string(ExperimentKind kind);
std::string to_string(Dimension dimension);

// The way back. Errors: no such name; the message holds it.
Result<EventKind> parse_event_kind(std::string_view name);
Result<ProcessRole> parse_process_role(std::string_view name);
Result<QuiesceEnd> parse_quiesce_end(std::string_view name);
Result<RequestError> parse_request_error(std::string_view name);
Result<RequestKind> parse_request_kind(std::string_view name);
Result<FrameKind> parse_frame_kind(std::string_view name);
Result<RetentionRole> parse_retention_role(std::string_view name);
Result<InventoryKind> parse_inventory_kind(std::string_view name);
Result<ExperimentKind> parse_experiment_kind(std::string_view name);
Result<Dimension> parse_dimension(std::string_view name);

}  // namespace ttsoak
