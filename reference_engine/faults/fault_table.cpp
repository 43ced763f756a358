#include "reference_engine/faults/fault_table.h"

#include <algorithm>
#include <array>

#include "reference_engine/faults/abort_state.h"
#include "reference_engine/faults/bounded_text_cache.h"
#include "reference_engine/faults/caches/bounded_shape_cache.h"
#include "reference_engine/faults/caches/shape_cache.h"
#include "reference_engine/faults/caches/voice_mix_cache.h"
#include "reference_engine/faults/leaks/one_voice.h"
#include "reference_engine/faults/leaks/stored_exception.h"
#include "reference_engine/faults/pinned_buffers.h"
#include "reference_engine/faults/temp_files.h"
#include "reference_engine/faults/text_cache.h"
#include "reference_engine/faults/warmup_staircase.h"

namespace ttsoak {
namespace {

using Voices = std::vector<std::string>;

template <typename T>
std::unique_ptr<Fault> make(const Voices& /*voices*/) {
  return std::make_unique<T>();
}

template <const PinLayout& layout>
std::unique_ptr<Fault> make_pins(const Voices& /*voices*/) {
  return std::make_unique<PinnedBuffers>(layout);
}

constexpr auto kTable = std::to_array<FaultEntry>({
    {"abort_state", "67 KiB of request state after every abort", AbortState::kBytesPerAbort, true,
     make<AbortState>},
    {"bounded_shape_cache", "96 KiB for each of the last 8 different lengths of text", 0, false,
     make<BoundedShapeCache>},
    {"bounded_text_cache", "the audio of the last 256 different requests", 0, false,
     make<BoundedTextCache>},
    {"one_voice", "32 KiB after every request in one voice, the second of all",
     OneVoice::kBytesPerRequest, true,
     [](const Voices& voices) -> std::unique_ptr<Fault> {
       return std::make_unique<OneVoice>(voices);
     }},
    {"pinned_buffers", "64 MiB of free heap held apart by small blocks; a trim returns it", 0,
     false, make_pins<kTrimmablePins>},
    {"pinned_pages", "30 MiB of free heap with a small block on every page; a trim returns none", 0,
     false, make_pins<kUntrimmablePins>},
    {"shape_cache", "96 KiB for every length of text, in characters, not seen before",
     ShapeCache::kBytesPerLength, true, make<ShapeCache>},
    {"stored_exception", "40 KiB of request state after every refusal of an unknown voice",
     StoredException::kBytesPerRefusal, true, make<StoredException>},
    {"temp_files", "a 64 KiB file temp_voice_* in TMPDIR after every request",
     TempFiles::kBytesPerRequest, true, make<TempFiles>},
    {"text_cache", "64 KiB of audio after every request, under a key that never recurs",
     TextCache::kBytesPerRequest, true, make<TextCache>},
    {"voice_mix_cache", "48 KiB for every mix of voices, such as slt(2)+rms(1), not seen before",
     VoiceMixCache::kBytesPerMix, true, make<VoiceMixCache>},
    {"warmup_staircase", "a work arena that doubles every 25 requests up to 32 MiB", 0, false,
     make<WarmupStaircase>},
});

}  // namespace

std::span<const FaultEntry> fault_table() { return kTable; }

const FaultEntry* find_fault(std::string_view name) {
  const auto* found = std::find_if(kTable.begin(), kTable.end(),
                                   [&](const FaultEntry& entry) { return entry.name == name; });
  return found == kTable.end() ? nullptr : found;
}

}  // namespace ttsoak
