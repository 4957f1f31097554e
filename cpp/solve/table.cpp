#include "solve/table.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace keima::solve {

namespace {

constexpr std::size_t kSmall = std::size_t{8} << 20;

}  // namespace

// Straight from the system: zero pages cost nothing before they are used, and large ones save the
// processor most of its address look-ups. In a small table they would cost more than they save: a
// search of some positions has all of it cleared, and cannot be stopped meanwhile.
Table::Table(std::size_t bytes) : size_(std::max<std::size_t>(bytes / sizeof(Place), 1)) {
  bytes = size_ * sizeof(Place);
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  if (bytes > kSmall) madvise(p, bytes, MADV_HUGEPAGE);
  places_ = std::unique_ptr<Place[], Release>(static_cast<Place*>(p), Release{bytes});
}

void Table::Release::operator()(Place* p) const { munmap(p, bytes); }

void Table::clear() {
  const std::size_t bytes = size_ * sizeof(Place);
  madvise(places_.get(), bytes, MADV_DONTNEED);
}

void Table::store(const Key& k, const Found& f) {
  Place& place = places_[index(k)];
  const std::uint64_t data = pack(k, f);
  const auto put = [](Entry& e, std::uint64_t lock, std::uint64_t d) {
    e.data.store(d, std::memory_order_relaxed);
    e.lock.store(lock ^ d, std::memory_order_relaxed);
  };
  Entry& deep = place.entry[0];
  const std::uint64_t old = deep.data.load(std::memory_order_relaxed);
  const std::uint64_t old_lock = deep.lock.load(std::memory_order_relaxed) ^ old;
  const bool same = old != 0 && old_lock == k.lock && extra(old) == extra_of(k);
  if (old == 0 || same || f.searched > unpack(old).searched) {
    if (old != 0 && !same) put(place.entry[1], old_lock, old);
    put(deep, k.lock, data);
  } else {
    put(place.entry[1], k.lock, data);
  }
}

void Table::restore(std::size_t place, std::uint64_t lock, std::uint64_t data) {
  if (place >= size_) return;
  // A file from before the plies were noted.
  if (const Found f = unpack(data); f.searched == 0) data |= searched_bits(f.depth);
  Entry* e = places_[place].entry;
  if (e[0].data.load(std::memory_order_relaxed) != 0) ++e;
  e->data.store(data, std::memory_order_relaxed);
  e->lock.store(lock ^ data, std::memory_order_relaxed);
}

double Table::fill() const {
  const std::size_t n = std::min<std::size_t>(size_, 20000);
  std::size_t used = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (const Entry& e : places_[i * (size_ / n)].entry)
      used += e.data.load(std::memory_order_relaxed) != 0;
  return static_cast<double>(used) / static_cast<double>(2 * n);
}

}  // namespace keima::solve
