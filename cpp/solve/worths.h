// What is known of positions that are worth more than nothing known: a table that grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

namespace keima::solve {

// A position's numbers of points for the player to move, and when they last changed.
struct Worths {
  std::uint32_t mine, theirs;  // the stones
  std::int8_t lower, upper;
  std::int8_t old_lower, old_upper;  // for a ko that is not fresh
  std::uint32_t lower_at, upper_at;
};

class WorthTable {
 public:
  // `most` is what an unknown position could be worth at the very most.
  explicit WorthTable(int most);

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots() * sizeof(Worths); }
  // Bytes that it needs at once while so many more are added: when it grows there are two of it.
  std::size_t bytes_with(std::size_t more) const {
    return size_ + more < most() ? bytes() : 3 * bytes();
  }
  // What is known; for a position that is not there the widest bounds.
  const Worths& find(std::uint64_t key) const {
    for (std::size_t i = place(key);; i = (i + 1) & mask_) {
      const Worths& w = table_[i];
      if (w.mine == static_cast<std::uint32_t>(key) &&
          w.theirs == static_cast<std::uint32_t>(key >> 32))
        return w;
      if (w.mine == kFree) return unknown_;
    }
  }
  // A place for a position, with the widest bounds if it is new. Places move when the table grows.
  Worths& at(std::uint64_t key);
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&table_[place(key)]); }

 private:
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

  std::size_t slots() const { return mask_ + 1; }
  // Most who ask find nothing, and for that there must be gaps.
  std::size_t most() const { return slots() / 4 * 3; }
  std::size_t place(std::uint64_t key) const {
    key ^= key >> 32;
    key *= 0x9E3779B97F4A7C15u;
    key ^= key >> 29;
    key *= 0xBF58476D1CE4E5B9u;
    return (key ^ key >> 32) & mask_;
  }
  void grow();

  Worths unknown_;
  std::size_t mask_;
  std::size_t size_ = 0;
  std::unique_ptr<Worths[]> table_;
};

}  // namespace keima::solve
