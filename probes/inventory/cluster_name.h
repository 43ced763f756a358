#pragma once

#include <string>
#include <string_view>

namespace ttsoak {

// `name` (of a thread, a file, a path) with all that differs from one member of a family to the
// next replaced by `*`: "/tmp/temp_voice_ab12cd.wav" and all its siblings are
// "/tmp/temp_voice_*.wav", "tmpx3k9f2" is "tmp*", "worker-17" is "worker-*".
//
// Replaced: numbers, UUIDs, hexadecimal, the random letters of mkstemp() and Python's tempfile.
// Kept: words, file extensions ("mp3"), versions of libraries ("libz.so.1") and of Python, and the
// few words with digits that name a platform ("x86_64"). A star swallows its neighbours:
// "2026-11-30_12" is "*".
//
// The same name always gives the same cluster, whatever else there is, so that a cluster keeps its
// name over a run. The price is a guess: of names with eight random letters about one in a hundred
// stays a name of its own.
//
// The result is fit to be printed: control characters and broken UTF-8 are "?", what is longer
// than 200 bytes is cut.
std::string cluster_name(std::string_view name);

}  // namespace ttsoak
