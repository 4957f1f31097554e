// Powers that are the same on every machine.
#pragma once

#include <cmath>

namespace keima {

// x to the power y, both 0 or more, y below 2^20: by multiplications and square roots alone, which
// are exact to the last bit everywhere, as those of the mathematical library are not. y counts to
// 2^-40.
inline double power(double x, double y) {
  const double whole = std::floor(y);
  double result = 1, factor = x;
  for (auto n = static_cast<unsigned>(whole); n; n >>= 1, factor *= factor)
    if (n & 1) result *= factor;
  double rest = y - whole;
  factor = x;
  for (int bit = 0; bit < 40 && rest > 0; ++bit) {
    factor = std::sqrt(factor);
    rest *= 2;
    if (rest < 1) continue;
    result *= factor;
    rest -= 1;
  }
  return result;
}

}  // namespace keima
