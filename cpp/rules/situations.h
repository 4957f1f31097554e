// The situations of a game in their order, found again by their keys.
#pragma once

#include <cstdint>
#include <vector>

namespace keima {

// A hash table beside the list, both plain memory: copying a game copies them in one go, and a
// game of any length costs the same per move.
class Situations {
 public:
  // The place of the first situation with that key, or -1.
  int find(std::uint64_t key) const {
    if (slots_.empty()) return -1;
    for (std::size_t i = key & mask();; i = (i + 1) & mask()) {
      if (!slots_[i]) return -1;
      if (keys_[slots_[i] - 1] == key) return slots_[i] - 1;
    }
  }

  void add(std::uint64_t key) {
    if (2 * keys_.size() >= slots_.size()) grow();
    keys_.push_back(key);
    enter(key, static_cast<int>(keys_.size()));
  }

  void clear() {
    keys_.clear();
    slots_.clear();
  }

 private:
  std::size_t mask() const { return slots_.size() - 1; }

  // Only the first of equal keys is entered.
  void enter(std::uint64_t key, int number) {
    std::size_t i = key & mask();
    for (; slots_[i]; i = (i + 1) & mask())
      if (keys_[slots_[i] - 1] == key) return;
    slots_[i] = number;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
    for (std::size_t k = 0; k < keys_.size(); ++k) enter(keys_[k], static_cast<int>(k + 1));
  }

  std::vector<std::uint64_t> keys_;
  std::vector<int> slots_;  // place + 1, or 0; a power of two of them
};

}  // namespace keima
