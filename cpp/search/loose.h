// Counters that several threads write.
#pragma once

#include <atomic>

namespace keima {

// A lost increment is harmless and rarer than the noise of playouts, so that adding is a load and
// a store without a lock; reads may be out of date.
template <class T>
class Loose {
 public:
  Loose() = default;
  explicit Loose(T value) : value_(value) {}
  T get() const { return value_.load(std::memory_order_relaxed); }
  void set(T value) { value_.store(value, std::memory_order_relaxed); }
  void add(T more) { set(get() + more); }
  T exchange(T value) { return value_.exchange(value, std::memory_order_relaxed); }
  // As a whole: nothing is lost.
  void add_all(T more) { value_.fetch_add(more, std::memory_order_relaxed); }

 private:
  std::atomic<T> value_;
};

}  // namespace keima
