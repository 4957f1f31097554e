// The transposition table, with the TwoDeep replacement of section 3.2.6 of van der Werf 2004: of
// two entries in a place the first is the deepest seen, the second the latest other one. Deep is
// what took many plies to find: a value that holds for ever is often that of a small tree.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "solve/grid.h"

namespace keima::solve {

// 128 bits that name a position. With its place in a table of 2^20 entries or more an entry
// compares at least 108 of them.
struct Key {
  std::uint64_t place, lock;

  // Three words of a position, mixed twice in different orders.
  static Key of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return {mix(mix(mix(a, kOne) + b, kTwo) + c, kThree), lock_of(a, b, c)};
  }
  static std::uint64_t lock_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return mix(mix(mix(b, kFour) + c, kFive) + a, kSix);
  }
  // A name for positions that are compared with one another and not kept: half of it is not mixed,
  // so that most are told apart at little cost.
  static Key to_compare(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return {plain(a, b, c), lock_of(a, b, c)};
  }
  static std::uint64_t plain(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return a * kOne + b * kTwo + c;
  }
  bool operator==(const Key&) const = default;

 private:
  static constexpr std::uint64_t kOne = 0x9e3779b97f4a7c15, kTwo = 0xd1b54a32d192ed03,
                                 kThree = 0x8cb92ba72f3d8dd7, kFour = 0xa0761d6478bd642f,
                                 kFive = 0xe7037ed1a0b428db, kSix = 0x589965cc75374cc3;
  static std::uint64_t mix(std::uint64_t x, std::uint64_t odd) {
    x *= odd;
    return x ^ x >> 32;
  }
};

enum class Bound : std::uint8_t { kNone, kLower, kUpper, kExact };

struct Found {
  int value = 0;
  int depth = -1;
  int move = kNoMove;
  Bound bound = Bound::kNone;
  int searched = 0;  // the plies that were searched, also of a value that holds for ever

  static constexpr int kNoMove = 127;
};

class Table {
 public:
  // As many entries as fit into `bytes`; throws std::bad_alloc when memory does not suffice.
  explicit Table(std::size_t bytes);

  void prefetch(const Key& k) const { __builtin_prefetch(&places_[index(k)]); }
  bool find(const Key& k, Found& found) const {
    const Place& place = places_[index(k)];
    for (const Entry& e : place.entry) {
      const std::uint64_t data = e.data.load(std::memory_order_relaxed);
      const std::uint64_t lock = e.lock.load(std::memory_order_relaxed);
      if ((lock ^ data) == k.lock && data != 0 && extra(data) == extra_of(k)) {
        found = unpack(data);
        return true;
      }
    }
    return false;
  }
  void store(const Key& k, const Found& f);
  void clear();

  std::size_t entries() const { return 2 * size_; }
  // The share of a sample of entries that is in use.
  double fill() const;

  // Every entry of at least so many searched plies, for saving: lock and data as they stand, with
  // the key's place (its upper bits are the place in the table, the lower ones the entry's own).
  template <class Each>
  void each(int least, Each&& visit) const {
    for (std::size_t i = 0; i < size_; ++i)
      for (const Entry& e : places_[i].entry) {
        const std::uint64_t data = e.data.load(std::memory_order_relaxed);
        if (data == 0) continue;
        const Found f = unpack(data);
        if (f.searched >= least) visit(i, e.lock.load(std::memory_order_relaxed) ^ data, data);
      }
  }
  // Puts an entry of `each` back into a table of the same size.
  void restore(std::size_t place, std::uint64_t lock, std::uint64_t data);
  std::size_t places() const { return size_; }
  // What an entry's data says.
  static Found unpack(std::uint64_t data) {
    return {static_cast<std::int16_t>(data & 0xffff), static_cast<int>(data >> 16 & 0xff),
            static_cast<int>(data >> 24 & 0x7f), static_cast<Bound>(data >> 31 & 3),
            static_cast<int>(data >> 33 & 0x7f)};
  }

 private:
  // Written without locks by several threads: an entry torn between two writers does not match.
  struct Entry {
    std::atomic<std::uint64_t> lock, data;
  };
  struct alignas(32) Place {
    Entry entry[2];
  };
  struct Release {
    std::size_t bytes;
    void operator()(Place* p) const;
  };

  // value 16 | depth 8 | move 7 | bound 2 | searched 7 | lower bits of the key's place 24
  static std::uint64_t extra_of(const Key& k) { return k.place & 0xffffff; }
  static std::uint64_t extra(std::uint64_t data) { return data >> 40; }
  static std::uint64_t searched_bits(int plies) {
    return static_cast<std::uint64_t>(std::min(plies, 127)) << 33;
  }
  static std::uint64_t pack(const Key& k, const Found& f) {
    return static_cast<std::uint16_t>(f.value) | std::uint64_t(f.depth & 0xff) << 16 |
           std::uint64_t(f.move & 0x7f) << 24 | std::uint64_t(f.bound) << 31 |
           searched_bits(f.searched) | extra_of(k) << 40;
  }
  std::size_t index(const Key& k) const {
    return static_cast<std::size_t>(static_cast<unsigned __int128>(k.place) * size_ >> 64);
  }

  std::size_t size_;
  std::unique_ptr<Place[], Release> places_;
};

}  // namespace keima::solve
