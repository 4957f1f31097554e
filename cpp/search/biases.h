// By how much what a network says of a position differs from what is found below it, for positions
// that arise from the same local fight: corrects its word where it errs in the same way again and
// again (subtree value bias correction, one of KataGo's methods since Wu 2019).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "board/board.h"
#include "search/loose.h"

namespace keima {

// The stones around a move on the board before it, those in atari told from others, with the move,
// the one before it and who makes it.
std::uint64_t local_key(const Board& before, Point last, Point move, Color mover);

// A table of sums; its places are named by numbers from 1. Of more patterns than there are places
// some share one.
class Biases {
 public:
  struct Entry {
    std::atomic<std::uint32_t> tag;
    Loose<float> sum, weight;
  };

  // Makes room, from one thread, before others ask.
  void prepare() {
    if (!entries_) entries_ = std::make_unique<Entry[]>(kPlaces);
  }
  // The place of a key, which is made if need be.
  std::uint32_t place(std::uint64_t key);
  Entry& at(std::uint32_t place) { return entries_[place - 1]; }
  // All sums become so many times as large.
  void scale(float factor);
  void clear() { entries_.reset(); }

 private:
  static constexpr std::uint32_t kPlaces = 1 << 16;
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace keima
