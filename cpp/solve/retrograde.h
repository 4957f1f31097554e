// Go on small boards under basic ko, solved backwards from the ends of all games: what both sides
// can force in every position, where play without end gives nothing to anybody.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "solve/go.h"
#include "solve/worths.h"

namespace keima::solve {

// A position is a board seen by the player to move. Two numbers are kept of it: the points that he
// can force, and those to which the other can hold him. At first nothing is forced anywhere. Where
// a side has no stone to set, passes end the game, and from there every change is carried to the
// positions before it, round after round until nothing changes: at any time the numbers are proved,
// and at the end no more can be. Where play is mostly without end few positions ever change, and
// only those take memory.
//
// A board after a pass needs no place: it is worth what its stones are worth, or its area. A ko
// that may not be taken back is written as the board on which the stone that was taken still
// stands: that has no liberty there, so no other position is written like it.
class Retrograde {
 public:
  static constexpr int kMostPoints = 31;  // of which the stones of both sides fit into 64 bits

  // `root` is the position whose worth is told on the way. The table may have so many bytes.
  Retrograde(const Grid& g, const Go::Position& root, std::size_t most_bytes);

  // Works until all is known; false if it was stopped before, or there is no more memory. It can be
  // called again and goes on.
  bool run();
  // Ends `run` in another thread.
  void stop() { stop_ = true; }

  struct Worth {
    int lower, upper;
  };
  // What is known at the moment. It may be asked while `run` works in another thread.
  struct Progress {
    int rounds = 0;      // none while the ends of games are looked for
    double share = 0.0;  // of this round that is done
    std::size_t states = 0, bytes = 0;
    Worth root{0, 0};
    bool done = false, full = false;
  };
  Progress progress() const;

  const Grid& grid() const { return grid_; }
  // Points that the player to move can force, and to which he can be held, as far as is known.
  // These wait for the end of `run`.
  Worth worth(const Go::Position& p) const;
  // Best moves of both sides, to the end of the game. Where neither side has anything that it can
  // force they end with a position that comes back.
  std::vector<int> line(const Go::Position& from, int longest) const;
  const Go::Position& root() const { return root_; }

 private:
  struct Seen {
    int lower, upper;
    std::uint32_t lower_at, upper_at;
  };
  struct Side;

  static std::uint64_t pack(Bits mine, Bits theirs) { return theirs << 32 | mine; }
  std::uint64_t key(Bits mine, Bits theirs) const;
  std::uint64_t pair(Bits mine, Bits theirs) const;
  Bits kos(Bits mine, Bits theirs) const;
  int area(Bits mine, Bits theirs) const;

  bool find_ends(int p, Bits mine, Bits theirs, double from, double part);
  void note(std::uint64_t pair);
  void next_round();
  void sort_next();
  void tell();
  void look(std::uint64_t pair);
  void list(Side& s) const;
  void read(Side& s) const;
  bool set(std::uint64_t k, const Worth& now, const Worth& old);
  void note_before(Bits mine, Bits theirs);
  Seen see(const Go::Position& p) const;
  std::vector<int> best_moves(const Go::Position& p) const;
  template <class Visit>
  void each_move(const Go::Position& p, const Visit& visit) const;
  Seen see_after_moves(const Go::Position& p) const;

  const Grid grid_;
  const Go::Position root_;
  const Go go_;
  const Mirrors mirrors_;
  std::vector<int> mirror_;  // those that differ
  const std::size_t most_bytes_;
  WorthTable table_;
  // Boards of this round and of the next, one for both sides to move.
  std::vector<std::uint64_t> now_, next_;
  std::size_t unique_ = 0;  // of the next, those up to here differ
  std::size_t at_ = 0;
  std::uint32_t clock_ = 0;  // counts changes
  bool begun_ = false;
  double ends_share_ = 0.0;  // of the boards that may be ends, those that were looked at
  std::size_t ends_seen_ = 0;
  std::atomic<bool> stop_{false};
  mutable std::mutex working_, telling_;
  Progress told_;
};

}  // namespace keima::solve
