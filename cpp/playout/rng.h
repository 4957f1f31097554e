// The source of randomness of everything that plays: small, fast, the same on every machine.
#pragma once

#include <cstdint>

namespace keima {

// A counter run through one wide multiplication (wyrand, by Wang Yi). Different seeds give
// unrelated streams.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(mix(seed)) {}

  std::uint64_t next() {
    state_ += 0xa0761d6478bd642f;
    const auto wide = static_cast<Wide>(state_) * (state_ ^ 0xe7037ed1a0b428db);
    return static_cast<std::uint64_t>(wide >> 64) ^ static_cast<std::uint64_t>(wide);
  }

  // Uniform in 0 .. n-1, exactly (Lemire 2019); n must not be 0.
  std::uint32_t below(std::uint32_t n) {
    std::uint64_t m = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(m) < n) [[unlikely]] {
      const std::uint32_t skew = -n % n;
      while (static_cast<std::uint32_t>(m) < skew) m = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(m >> 32);
  }

 private:
  __extension__ using Wide = unsigned __int128;

  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  std::uint64_t state_;
};

}  // namespace keima
