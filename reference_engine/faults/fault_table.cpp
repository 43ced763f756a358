#include "reference_engine/faults/fault_table.h"

#include <algorithm>
#include <array>

#include "reference_engine/faults/caches/bounded_shape_cache.h"
#include "reference_engine/faults/caches/bounded_text_cache.h"
#include "reference_engine/faults/caches/shape_cache.h"
#include "reference_engine/faults/caches/text_cache.h"
#include "reference_engine/faults/caches/voice_mix_cache.h"
#include "reference_engine/faults/leaks/abort_state.h"
#include "reference_engine/faults/leaks/late_onset.h"
#include "reference_engine/faults/leaks/native_leak.h"
#include "reference_engine/faults/leaks/one_voice.h"
#include "reference_engine/faults/leaks/slower_replies.h"
#include "reference_engine/faults/leaks/stored_exception.h"
#include "reference_engine/faults/leaks/view_of_buffer.h"
#include "reference_engine/faults/sound/arena_per_thread.h"
#include "reference_engine/faults/sound/cycle_collected.h"
#include "reference_engine/faults/sound/longest_text.h"
#include "reference_engine/faults/sound/overwritten_state.h"
#include "reference_engine/faults/sound/page_cache_file.h"
#include "reference_engine/faults/sound/pinned_buffers.h"
#include "reference_engine/faults/sound/thread_team.h"
#include "reference_engine/faults/sound/warmup_staircase.h"
#include "reference_engine/faults/sound/writer_per_voice.h"
#include "reference_engine/faults/system/deleted_open_files.h"
#include "reference_engine/faults/system/gpu_memory.h"
#include "reference_engine/faults/system/growing_child.h"
#include "reference_engine/faults/system/library_copies.h"
#include "reference_engine/faults/system/mapped_blocks.h"
#include "reference_engine/faults/system/shm_files.h"
#include "reference_engine/faults/system/temp_files.h"
#include "reference_engine/faults/system/thread_per_request.h"
#include "reference_engine/faults/system/unread_sockets.h"
#include "reference_engine/faults/system/zombie_children.h"

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

template <typename T>
std::unique_ptr<Fault> make_for(const Voices& voices) {
  return std::make_unique<T>(voices);
}

constexpr auto kTable = std::to_array<FaultEntry>({
    {"abort_state", "67 KiB of request state after every abort", AbortState::kBytesPerAbort, true,
     make<AbortState>},
    {"arena_per_thread",
     "3 MiB of free heap in each arena of 16 threads, one more every 10 requests", 0, false,
     make<ArenaPerThread>},
    {"big_native_leak", "11 MB after every request, 200 times at most",
     BigNativeLeak::kBytesPerRequest, true, make<BigNativeLeak>},
    {"bounded_shape_cache", "96 KiB for each of the last 8 different lengths of text", 0, false,
     make<BoundedShapeCache>},
    {"bounded_text_cache", "the audio of the last 256 different requests", 0, false,
     make<BoundedTextCache>},
    {"cycle_collected", "64 KiB after every request, until every 60th frees all", 0, false,
     make<CycleCollected>},
    {"deleted_open_files", "an open, deleted file of 64 KiB after every request, 2,048 at most",
     DeletedOpenFiles::kBytesPerRequest, true, make<DeletedOpenFiles>},
    {"direct_mmap", "a mapping of 128 KiB after every request, 8,192 at most",
     MappedBlocks::kBytesPerRequest, true, make<MappedBlocks>},
    {"gpu_memory", "4 MiB of a GPU that a stub plays (TTSOAK_STUB_GPU) after every request",
     GpuMemoryKept::kBytesPerRequest, true, make<GpuMemoryKept>},
    {"late_onset", "64 KiB after every request from the 301st on", LateOnset::kBytesPerRequest,
     true, make<LateOnset>},
    {"leaking_child", "64 KiB in one child process after every request, 1 GiB at most",
     GrowingChild::kBytesPerRequest, true, make<GrowingChild>},
    {"longest_text", "8 KiB for each character of the longest text so far", 0, false,
     make<LongestText>},
    {"one_voice", "32 KiB after every request in one voice, the second of all",
     OneVoice::kBytesPerRequest, true, make_for<OneVoice>},
    {"overwritten_state", "2 KiB for each character of the last text", 0, false,
     make<OverwrittenState>},
    {"page_cache", "a file that grows to 64 MiB, 1 MiB a request, and is read again and again", 0,
     false, make<PageCacheFile>},
    {"pinned_buffers", "64 MiB of free heap held apart by small blocks; a trim returns it", 0,
     false, make_pins<kTrimmablePins>},
    {"pinned_pages", "30 MiB of free heap with a small block on every page; a trim returns none", 0,
     false, make_pins<kUntrimmablePins>},
    {"shape_cache", "96 KiB for every length of text, in characters, not seen before",
     ShapeCache::kBytesPerLength, true, make<ShapeCache>},
    {"slow_reader_buffers",
     "64 KiB and two sockets with unread audio after every request, 1,000 at most",
     UnreadSockets::kBytesPerRequest, true, make<UnreadSockets>},
    {"slower_replies", "32 KiB after every request, each 0.2 ms slower than the one before",
     SlowerReplies::kBytesPerRequest, true, make<SlowerReplies>},
    {"small_native_leak", "1,400 bytes after every request", SmallNativeLeak::kBytesPerRequest,
     true, make<SmallNativeLeak>},
    {"stored_exception", "40 KiB of request state after every refusal of an unknown voice",
     StoredException::kBytesPerRefusal, true, make<StoredException>},
    {"temp_files", "a 64 KiB file temp_voice_* in TMPDIR after every request",
     TempFiles::kBytesPerRequest, true, make<TempFiles>},
    {"text_cache", "64 KiB of audio after every request, under a key that never recurs",
     TextCache::kBytesPerRequest, true, make<TextCache>},
    {"thread_per_request", "a thread with 32 KiB of used stack after every request, 2,000 at most",
     ThreadPerRequest::kBytesPerRequest, true, make<ThreadPerRequest>},
    {"thread_team", "64 threads from the first request on", 0, false, make<ThreadTeam>},
    {"tmpfs_files", "a 64 KiB file shm_voice_* in /dev/shm after every request, 2,048 at most",
     ShmFiles::kBytesPerRequest, true, make<ShmFiles>},
    {"unlinked_libraries",
     "a loaded copy of a small library, deleted, after every request, 500 at most", 0, true,
     make<LibraryCopies>},
    {"view_of_buffer", "96 KiB after every request, of which a view of 64 bytes is wanted",
     ViewOfBuffer::kBytesPerRequest, true, make<ViewOfBuffer>},
    {"voice_mix_cache", "48 KiB for every mix of voices, such as slt(2)+rms(1), not seen before",
     VoiceMixCache::kBytesPerMix, true, make<VoiceMixCache>},
    {"warmup_staircase", "a work arena that doubles every 25 requests up to 32 MiB", 0, false,
     make<WarmupStaircase>},
    {"writer_per_voice", "1 MiB for each voice that has spoken", 0, false,
     make_for<WriterPerVoice>},
    {"zombies", "a child process that has ended after every request, 500 at most", 0, true,
     make<ZombieChildren>},
});

}  // namespace

std::span<const FaultEntry> fault_table() { return kTable; }

const FaultEntry* find_fault(std::string_view name) {
  const auto* found = std::find_if(kTable.begin(), kTable.end(),
                                   [&](const FaultEntry& entry) { return entry.name == name; });
  return found == kTable.end() ? nullptr : found;
}

}  // namespace ttsoak
