#include "probes/allocator/heap_account.h"

#include <algorithm>
#include <span>

namespace ttsoak {
namespace {

using blackbox::WalkRegion;

constexpr std::uint64_t kFreeHeader = 48;  // sizeof(struct malloc_chunk), which a trim leaves
constexpr std::uint64_t kLeastBlock = 32;  // MINSIZE

std::uint64_t page_up(std::uint64_t at) { return (at + kPageBytes - 1) & ~(kPageBytes - 1); }
std::uint64_t page_down(std::uint64_t at) { return at & ~(kPageBytes - 1); }
bool is_free(const HeapBlock& block) {
  return block.state == BlockState::free || block.state == BlockState::fast;
}

enum class Keeper : std::uint8_t { header, cache, trimmed, top };

// The pages of one region.
class RegionPages {
 public:
  RegionPages(const WalkRegion& region, std::vector<bool> present)
      : base_(page_down(region.start)),
        present_(std::move(present)),
        live_(present_.size()),
        keeper_(present_.size(), Keeper::header) {}

  // Calls `visit` with each resident page in [start, end) and the bytes of it that lie in there.
  template <typename Visit>
  void each(std::uint64_t start, std::uint64_t end, Visit visit) const {
    for (std::uint64_t at = start; at < end;) {
      const std::uint64_t next = std::min(end, page_down(at) + kPageBytes);
      const std::size_t page = (at - base_) / kPageBytes;
      if (page >= present_.size()) return;
      if (present_[page]) visit(page, next - at);
      at = next;
    }
  }

  void add_live(std::uint64_t start, std::uint64_t end) {
    each(start, end, [&](std::size_t page, std::uint64_t bytes) {
      live_[page] = static_cast<std::uint16_t>(live_[page] + bytes);
    });
  }
  // Returns the resident bytes.
  std::int64_t set_keeper(std::uint64_t start, std::uint64_t end, Keeper keeper) {
    std::int64_t resident = 0;
    each(start, end, [&](std::size_t page, std::uint64_t bytes) {
      keeper_[page] = keeper;
      resident += static_cast<std::int64_t>(bytes);
    });
    return resident;
  }

  [[nodiscard]] std::uint64_t live_on(std::size_t page) const { return live_[page]; }

  void add_to(HeapFindings& findings) const {
    HeapAccount& account = findings.account;
    constexpr auto kPage = static_cast<std::int64_t>(kPageBytes);
    for (std::size_t page = 0; page < present_.size(); ++page) {
      if (!present_[page]) continue;
      const std::int64_t live = live_[page];
      account.resident_bytes += kPage;
      account.live_bytes += live;
      if (live == 0 && keeper_[page] >= Keeper::trimmed) {
        (keeper_[page] == Keeper::trimmed ? account.free_bytes : account.top_bytes) += kPage;
        add_free_page(base_ + page * kPageBytes, findings.free_pages);
        continue;
      }
      account.pinned_bytes += kPage - live;
      if (live == 0) findings.scores.pinned_by_caches += static_cast<double>(kPage);
    }
  }

 private:
  static void add_free_page(std::uint64_t start, std::vector<FreePages>& free_pages) {
    if (!free_pages.empty() && free_pages.back().end == start) {
      free_pages.back().end += kPageBytes;
    } else {
      free_pages.push_back({start, start + kPageBytes});
    }
  }

  std::uint64_t base_;
  std::vector<bool> present_;
  std::vector<std::uint16_t> live_;
  std::vector<Keeper> keeper_;
};

// Shares `score` among the live blocks of a run. What stands between two free blocks may also be
// nothing but cached blocks.
void charge_run(std::span<const HeapBlock> run, std::size_t first, double score,
                RetentionScores& scores) {
  if (run.empty() || score == 0) return;
  if (run.back().end() - run.front().start > RetentionScores::kThinRun) {
    scores.separated_by_bulk += score;
    return;
  }
  double live_bytes = 0;
  for (const HeapBlock& block : run) {
    if (block.state == BlockState::live) live_bytes += static_cast<double>(block.bytes());
  }
  if (live_bytes == 0) {
    scores.separated_by_caches += score;
    return;
  }
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (run[i].state != BlockState::live) continue;
    scores.separated[first + i] =
        static_cast<float>(score * static_cast<double>(run[i].bytes()) / live_bytes);
  }
}

// Where the top begins once a trim has merged what fastbins hold into it.
std::uint64_t merged_top(const WalkRegion& region, std::span<const HeapBlock> blocks) {
  std::uint64_t top = region.top;
  if (region.top == region.end) return top;
  for (std::size_t i = blocks.size(); i > 0 && is_free(blocks[i - 1]); --i) {
    top = blocks[i - 1].start;
  }
  return top;
}

// Free blocks, merged as a trim would, and the runs between them.
void mark_free(const HeapWalk& walk, const WalkRegion& region, std::uint64_t top,
               RegionPages& pages, RetentionScores& scores) {
  const auto blocks = walk.blocks_of(region);
  std::size_t run_begin = 0;
  double left = 0;  // what a trim returns of the free block before the run
  const auto end_run = [&](std::size_t end, double right) {
    charge_run(blocks.subspan(run_begin, end - run_begin), region.first_block + run_begin,
               (left + right) / 2, scores);
  };
  for (std::size_t i = 0; i < blocks.size() && blocks[i].start < top;) {
    if (!is_free(blocks[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < blocks.size() && is_free(blocks[end])) ++end;
    const std::uint64_t from = page_up(blocks[i].start + kFreeHeader);
    const std::uint64_t to = page_down(blocks[end - 1].end());
    const double returned =
        from < to ? static_cast<double>(pages.set_keeper(from, to, Keeper::trimmed)) : 0;
    end_run(i, returned);
    left = returned;
    run_begin = i = end;
  }
  std::size_t end = blocks.size();
  while (end > run_begin && blocks[end - 1].start >= top) --end;
  end_run(end, 0);
}

void mark_top(const WalkRegion& region, std::uint64_t top, bool is_main, RegionPages& pages) {
  if (region.top == region.end) return;
  pages.set_keeper(page_up(top), region.end, Keeper::top);
  if (!is_main || region.end - top <= kLeastBlock + 1) return;
  const std::uint64_t returned = page_down(region.end - top - kLeastBlock - 1);
  pages.set_keeper(region.end - returned, region.end, Keeper::trimmed);
}

void mark_blocks(const WalkRegion& region, std::span<const HeapBlock> blocks, RegionPages& pages) {
  for (const HeapBlock& block : blocks) {
    if (block.state == BlockState::cached)
      pages.set_keeper(block.start, block.end(), Keeper::cache);
  }
  pages.add_live(region.start, region.first);
  for (const HeapBlock& block : blocks) {
    if (block.state == BlockState::live) pages.add_live(block.start, block.end());
  }
}

void charge_pages(const WalkRegion& region, std::span<const HeapBlock> blocks,
                  const RegionPages& pages, RetentionScores& scores) {
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].state != BlockState::live) continue;
    double score = 0;
    pages.each(blocks[i].start, blocks[i].end(), [&](std::size_t page, std::uint64_t bytes) {
      const auto live = static_cast<double>(pages.live_on(page));
      score += (static_cast<double>(kPageBytes) - live) * static_cast<double>(bytes) / live;
    });
    scores.pinned[region.first_block + i] = static_cast<float>(score);
  }
}

}  // namespace

Result<HeapFindings> account_heap(const HeapWalk& walk, const PageMap& page_map) {
  HeapFindings findings;
  findings.scores.pinned.resize(walk.blocks.size());
  findings.scores.separated.resize(walk.blocks.size());
  for (const WalkRegion& region : walk.regions) {
    auto present = page_map.present(region.start, region.end);
    if (!present.ok()) return present.error();
    RegionPages pages(region, std::move(present).value());
    const auto blocks = walk.blocks_of(region);
    const bool is_main = walk.arenas[region.arena].is_main != 0;
    const std::uint64_t top = merged_top(region, blocks);
    mark_blocks(region, blocks, pages);
    mark_free(walk, region, top, pages, findings.scores);
    mark_top(region, top, is_main, pages);
    charge_pages(region, blocks, pages, findings.scores);
    pages.add_to(findings);
  }
  return findings;
}

}  // namespace ttsoak
