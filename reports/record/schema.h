#pragma once

#include <cstdint>

namespace ttsoak {

// The SQL of schema.sql, embedded at build time.
extern const char* const kSchema;

// Stored as PRAGMA user_version. A reader refuses records newer than this.
// 1: all but the heap; 2: with it.
constexpr std::int64_t kSchemaVersion = 2;

// Stored as PRAGMA application_id, so that file(1) and the reader know a run record: "TTSO".
constexpr std::int64_t kApplicationId = 0x5454534f;

constexpr const char* kRecordFile = "run.db";  // in the run's directory

}  // namespace ttsoak
