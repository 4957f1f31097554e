// Drawing from a bit set.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace keima {

// The k-th bit that is set, from 0.
inline int select_bit(std::uint64_t word, unsigned k) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
  int at = 0;
  for (int half = 32; half; half >>= 1) {
    const unsigned low = std::popcount(word & ((std::uint64_t{1} << half) - 1));
    if (k >= low) {
      k -= low;
      at += half;
      word >>= half;
    }
  }
  return at;
#endif
}

}  // namespace keima
