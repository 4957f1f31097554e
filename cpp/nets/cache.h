// What evaluators have said before, within a fixed amount of memory.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "nets/evaluator.h"

namespace keima {

// Each key has one place, where the newer drives out the older. For all threads.
class EvaluationCache {
 public:
  EvaluationCache(std::size_t bytes, const Geometry& g) {
    const std::size_t each = sizeof(Slot) + sizeof(Evaluation) + 64 +
                             sizeof(float) * (2 * static_cast<std::size_t>(g.area) + 1);
    if (bytes >= each) slots_.resize(std::bit_floor(bytes / each));
  }

  // Null if it is not known.
  Evaluated find(std::uint64_t key) {
    if (slots_.empty()) return nullptr;
    const std::size_t at = key & (slots_.size() - 1);
    Slot& slot = slots_[at];
    const std::lock_guard lock(mutex(at));
    if (slot.key != key || !slot.value) return nullptr;
    hits_.fetch_add(1, std::memory_order_relaxed);
    return slot.value;
  }

  void put(std::uint64_t key, const Evaluated& value) {
    if (slots_.empty()) return;
    const std::size_t at = key & (slots_.size() - 1);
    Slot& slot = slots_[at];
    Evaluated old = value;  // freed after the lock
    const std::lock_guard lock(mutex(at));
    slot.key = key;
    std::swap(slot.value, old);
  }

  std::int64_t hits() const { return hits_.load(std::memory_order_relaxed); }

 private:
  struct Slot {
    std::uint64_t key = 0;
    Evaluated value;
  };

  std::mutex& mutex(std::size_t slot) { return mutexes_[slot % mutexes_.size()]; }

  std::vector<Slot> slots_;
  std::array<std::mutex, 64> mutexes_;
  std::atomic<std::int64_t> hits_{0};
};

}  // namespace keima
