// Leaf parallelism (Ferreira 2016, 4.6): threads that play out the same leaf several times at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace keima {

// One thread leads and does its part; the others help if they are there. Which thread plays a game
// must not matter to it.
class LeafCrew {
 public:
  // Calls play(i) once for each i below count, here or in a helper; returns when all are done.
  // What was written before is seen by the helpers, what they write is seen after.
  template <class Play>
  void lead(std::uint32_t count, Play play) {
    count_.store(count, std::memory_order_relaxed);
    done_.store(0, std::memory_order_relaxed);
    open_.store(count, std::memory_order_release);
    open_.notify_all();
    while (take(play)) {
    }
    for (auto done = done_.load(std::memory_order_acquire); done != count;
         done = done_.load(std::memory_order_acquire))
      done_.wait(done, std::memory_order_acquire);
  }

  // Helps until close().
  template <class Play>
  void help(Play play) {
    for (;;) {
      if (take(play)) continue;
      if (open_.load(std::memory_order_acquire) == kClosed) return;
      open_.wait(0, std::memory_order_acquire);
    }
  }

  void close() {
    open_.store(kClosed, std::memory_order_release);
    open_.notify_all();
  }

 private:
  static constexpr std::uint32_t kClosed = std::numeric_limits<std::uint32_t>::max();

  template <class Play>
  bool take(Play& play) {
    std::uint32_t open = open_.load(std::memory_order_acquire);
    while (open != 0 && open != kClosed) {
      if (!open_.compare_exchange_weak(open, open - 1, std::memory_order_acq_rel,
                                       std::memory_order_acquire))
        continue;
      // Read before the last game is told: the leader may begin the next leaf then.
      const std::uint32_t count = count_.load(std::memory_order_relaxed);
      play(open - 1);
      if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == count) done_.notify_one();
      return true;
    }
    return false;
  }

  std::atomic<std::uint32_t> open_{0}, done_{0}, count_{0};
};

}  // namespace keima
