#include "reports/record/names.h"

#include <cstddef>
#include <iterator>

namespace ttsoak {
namespace {

// Each table stands in the order of its enum; the assertions catch an enumerator without a name.
template <typename Enum>
constexpr std::size_t count_up_to(Enum last) {
  return static_cast<std::size_t>(last) + 1;
}

constexpr std::string_view kEventKinds[] = {
    "process_appeared", "process_ended", "target_ended", "target_crashed",  "target_restarted",
    "sampling_gap",     "probe_failed",  "look",         "run_interrupted", "note"};
static_assert(std::size(kEventKinds) == count_up_to(EventKind::note));

constexpr std::string_view kProcessRoles[] = {"root", "child", "ttsoak"};
static_assert(std::size(kProcessRoles) == count_up_to(ProcessRole::ttsoak));

constexpr std::string_view kQuiesceEnds[] = {"steady", "limit"};
static_assert(std::size(kQuiesceEnds) == count_up_to(QuiesceEnd::limit));

constexpr std::string_view kRequestErrors[] = {
    "none",         "connect",       "timeout",   "reset",       "protocol",         "http_status",
    "content_type", "error_in_body", "bad_audio", "short_audio", "accepted_nonsense"};
static_assert(std::size(kRequestErrors) == count_up_to(RequestError::accepted_nonsense));

constexpr std::string_view kRequestKindNames[] = {
    "normal", "abort_at_headers", "abort_first_audio", "abort_after", "slow_reader",
    "empty",  "too_long",         "unknown_voice",     "bad_json",    "long"};
static_assert(std::size(kRequestKindNames) == kRequestKinds);

constexpr std::string_view kFrameKinds[] = {"native", "inlined", "python", "gap"};
static_assert(std::size(kFrameKinds) == count_up_to(FrameKind::gap));

constexpr std::string_view kRetentionRoles[] = {"pins", "separates", "filled"};
static_assert(std::size(kRetentionRoles) == count_up_to(RetentionRole::filled));

constexpr std::string_view kInventoryKinds[] = {
    "thread", "open_file", "deleted_file",     "socket",    "pipe",     "other_descriptor",
    "child",  "zombie",    "unlinked_mapping", "temp_file", "shm_file", "gpu_memory"};
static_assert(std::size(kInventoryKinds) == count_up_to(InventoryKind::gpu_memory));

constexpr std::string_view kExperimentKinds[] = {"gc_collect", "jemalloc_purge", "malloc_trim"};
static_assert(std::size(kExperimentKinds) == count_up_to(ExperimentKind::malloc_trim));

constexpr std::string_view kDimensions[] = {
    "as_configured", "plain",       "aborted", "erroneous",       "varied_texts",
    "fresh_texts",   "new_lengths", "voices",  "new_voice_mixes", "formats",
    "streaming",     "concurrent",  "idle"};
static_assert(std::size(kDimensions) == count_up_to(Dimension::idle));

template <typename Enum, std::size_t count>
std::string name_of(Enum value, const std::string_view (&names)[count]) {
  const auto index = static_cast<std::size_t>(value);
  if (index >= count) abort_with("enumerator without a name");
  return std::string(names[index]);
}

template <typename Enum, std::size_t count>
Result<Enum> value_of(std::string_view name, const std::string_view (&names)[count],
                      const std::string& what) {
  for (std::size_t index = 0; index < count; ++index) {
    if (names[index] == name) return static_cast<Enum>(index);
  }
  return Error{what + " \"" + std::string(name) + "\" is unknown"};
}

}  // namespace

std::string to_string(EventKind kind) { return name_of(kind, kEventKinds); }
std::string to_string(ProcessRole role) { return name_of(role, kProcessRoles); }
std::string to_string(QuiesceEnd end) { return name_of(end, kQuiesceEnds); }
std::string to_string(RequestError error) { return name_of(error, kRequestErrors); }
std::string to_string(RequestKind kind) { return name_of(kind, kRequestKindNames); }
std::string to_string(FrameKind kind) { return name_of(kind, kFrameKinds); }
std::string to_string(RetentionRole role) { return name_of(role, kRetentionRoles); }
std::string to_string(InventoryKind kind) { return name_of(kind, kInventoryKinds); }
std::string to_string(ExperimentKind kind) { return name_of(kind, kExperimentKinds); }
std::string to_string(Dimension dimension) { return name_of(dimension, kDimensions); }

Result<EventKind> parse_event_kind(std::string_view name) {
  return value_of<EventKind>(name, kEventKinds, "kind of event");
}
Result<ProcessRole> parse_process_role(std::string_view name) {
  return value_of<ProcessRole>(name, kProcessRoles, "role of a process");
}
Result<QuiesceEnd> parse_quiesce_end(std::string_view name) {
  return value_of<QuiesceEnd>(name, kQuiesceEnds, "end of a quiesce");
}
Result<RequestError> parse_request_error(std::string_view name) {
  return value_of<RequestError>(name, kRequestErrors, "kind of request error");
}
Result<RequestKind> parse_request_kind(std::string_view name) {
  return value_of<RequestKind>(name, kRequestKindNames, "kind of request");
}
Result<FrameKind> parse_frame_kind(std::string_view name) {
  return value_of<FrameKind>(name, kFrameKinds, "kind of frame");
}
Result<RetentionRole> parse_retention_role(std::string_view name) {
  return value_of<RetentionRole>(name, kRetentionRoles, "role in retention");
}
Result<InventoryKind> parse_inventory_kind(std::string_view name) {
  return value_of<InventoryKind>(name, kInventoryKinds, "kind of thing");
}
Result<ExperimentKind> parse_experiment_kind(std::string_view name) {
  return value_of<ExperimentKind>(name, kExperimentKinds, "kind of experiment");
}
Result<Dimension> parse_dimension(std::string_view name) {
  return value_of<Dimension>(name, kDimensions, "dimension of a diagnosis");
}

}  // namespace ttsoak
