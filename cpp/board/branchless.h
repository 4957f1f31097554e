// Arithmetic instead of branches that would follow random stones: a wrong guess of the processor
// costs more than a few instructions.
#pragma once

namespace keima {

// Hides a value from the optimiser, which would otherwise turn masks back into branches.
template <class T>
inline T opaque(T x) {
  asm("" : "+r"(x));
  return x;
}

inline int max_of(int a, int b) { return a ^ ((a ^ b) & opaque(-int{a < b})); }

}  // namespace keima
