#pragma once

#include <stdint.h>

// The reply to Command::python_snapshot: 64-bit words in native byte order. After the header come,
// each right behind the other: types, containers, edges, bounds, then the names of the types.
//
// Compiled into the tracer and into ttsoak, like layout.h: plain integers only.
namespace ttsoak::blackbox {

constexpr uint64_t kPythonSnapshotMagic = 0x70616e5379506f74;  // "toPySnap", as memory shows it

struct PythonSnapshotHeader {
  uint64_t magic;
  uint64_t objects;         // that the collector tracks
  uint64_t garbage;         // length of gc.garbage; UINT64_MAX = not known
  uint64_t tasks;           // asyncio tasks that are not done
  uint64_t pause_ns;        // for how long the GIL was held
  uint64_t tracer_bytes;    // resident memory of the tracer's that this took, given back since
  uint64_t is_cut;          // 1 = more containers or edges than there was room for
  uint64_t python_version;  // as Header::python_version
  uint64_t types, containers, edges, bounds, name_bytes;  // how many there are
};

// What a container is, as far as its length has a meaning of its own.
enum class PythonKind : uint64_t {
  plain = 0,  // no container
  dict = 1,   // these seven: elements
  list = 2,   // and what derives from it, as with all others
  set = 3,
  deque = 4,
  lru = 5,          // functools.lru_cache
  array = 6,        // array.array
  ndarray = 7,      // numpy, of those that own their memory
  bytes_like = 8,   // bytearray, BytesIO, StringIO: bytes or characters
  tensor = 9,       // torch: elements
  unchanging = 10,  // bytes, str and tuple, the long ones: they do not grow, what holds them may
  task = 11,        // asyncio; no container
};

struct PythonTypeEntry {
  uint64_t address;
  uint64_t objects;
  uint64_t name_offset;     // into the names
  uint64_t name_size_kind;  // size << 8 | PythonKind
};

// A container that is not empty. The collector's own list is complete; what it does not track (a
// dict of text to bytes, a bytearray) is found in what it does.
struct PythonContainerEntry {
  uint64_t address;
  uint64_t type_length;  // index of its type << 48 | length
};

// Who refers to a container. Owners of more than 5,000 references are left out.
struct PythonEdgeEntry {
  uint64_t owner;
  uint64_t ordinal_child;  // which of the owner's references, from 0 << 48 | container
};

// A container that has a bound: maxlen or maxsize.
struct PythonBoundEntry {
  uint64_t address;
  uint64_t bound;
};

constexpr uint64_t kPythonLow48 = (uint64_t{1} << 48) - 1;

}  // namespace ttsoak::blackbox
