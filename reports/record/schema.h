#pragma once

#include <cstdint>

namespace ttsoak {

// The SQL of schema.sql and evidence.sql, embedded at build time.
extern const char* const kSchema;

// Stored as PRAGMA user_version. A reader refuses records newer than this.
// 1: neither heap nor what follows; 2: with the heap; 3: with where memory went and who holds it;
// 4: with kinds of requests, the driver's lateness and how the audio came;
// 5: with thresholds as expressions.
constexpr std::int64_t kSchemaVersion = 5;

// Stored as PRAGMA application_id, so that file(1) and the reader know a run record: "TTSO".
constexpr std::int64_t kApplicationId = 0x5454534f;

constexpr const char* kRecordFile = "run.db";  // in the run's directory

}  // namespace ttsoak
