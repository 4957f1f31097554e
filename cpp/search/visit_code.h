// Numbers of visits in a byte: exact below 64, and from there on within a 64th, up to 4,032.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace keima {

// Five bits and an exponent.
inline constexpr auto kVisitsOfCode = [] {
  std::array<float, 256> made{};
  for (int code = 0; code < 256; ++code) {
    const int exponent = code >> 5;
    made[code] = static_cast<float>(exponent ? (32 | (code & 31)) << (exponent - 1) : code);
  }
  return made;
}();

// The nearest; more than it can say is the most it can say.
inline std::uint8_t visit_code(double visits) {
  int n = static_cast<int>(std::lround(std::clamp(visits, 0., 4032.)));
  const int exponent = std::max(0, static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 5);
  if (exponent == 0) return static_cast<std::uint8_t>(n);
  // Rounding up may carry into the next exponent, which is the next code.
  const int step = 1 << (exponent - 1);
  n = (n + step / 2) / step;
  return static_cast<std::uint8_t>(std::min(255, (exponent << 5) + n - 32));
}

}  // namespace keima
