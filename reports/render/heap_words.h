#pragma once

#include <string>
#include <vector>

#include "reports/verdict/report.h"

namespace ttsoak {

// What every page says about the heap, in the same words.

// Why there is nothing to say about call stacks, and what to do about it; empty if there is.
std::string heap_missing_in_words(const HeapRecord& heap);

// How the heap grows as a whole and how much of that the growing stacks explain.
std::string heap_growth_in_words(const Report& report);

// "38.2 KiB per request, 95 % interval 36.0 KiB to 40.4 KiB"; without an interval "about 38.2 KiB
// per request so far".
std::string rate_in_words(const Rate& rate);

// When the blocks that still live were born: "born in every cycle since 3".
std::string born_in_words(const std::vector<Survivors>& survivors, int newest_cycle);

// One stack of the ledger, for people.
struct StackWords {
  std::string owner;   // "Voice.load at /app/tts.py:17"
  std::string place;   // "in libtorch_cpu.so, process 4719", or empty
  std::string live;    // "39.1 MiB in 9,812 blocks, 4.00 MiB mapped"
  std::string born;    // see born_in_words()
  std::string remark;  // on the shape of its growth, or empty
};
StackWords stack_in_words(const Report& report, const GrowingStack& stack);

// What was added since before the first request, by owner: the same line of code is often behind
// many call stacks (one for each shape of a tensor, say). The largest first.
struct GainWords {
  std::string owner, place;  // as in StackWords
  double bytes = 0;
  std::size_t stacks = 0;
};
std::vector<GainWords> gains_in_words(const Report& report);

// "12.3 MiB in 8 call stacks".
std::string gain_in_words(const GainWords& gain);

// How much of the growth of the whole heap a stack makes, 0 to 1; 0 if the whole is not known.
double share_of_growth(const HeapLedger& ledger, const GrowingStack& stack);

// What to bear in mind with these figures: how they were sampled, what the tracer could not see.
std::vector<std::string> heap_notes(const RunRecord& record);

// "the tracer itself: 3.1 MiB, not counted"; empty without the tracer.
std::string tracer_in_words(const HeapRecord& heap);

}  // namespace ttsoak
