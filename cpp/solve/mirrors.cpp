#include "solve/mirrors.h"

namespace keima::solve {

Mirrors::Mirrors(const Grid& g) : bytes_((g.points + 7) / 8) {
  const int w = g.width, h = g.height;
  for (int i = 0; i < (w == h ? 8 : 4); ++i) {
    std::array<int, 64> to{}, from{};
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        int u = i & 1 ? w - 1 - x : x, v = i & 2 ? h - 1 - y : y;
        if (i & 4) std::swap(u, v);
        to[y * w + x] = v * w + u;
        from[v * w + u] = y * w + x;
      }
    auto& moved = moved_.emplace_back();
    for (int b = 0; b < bytes_; ++b)
      for (int set = 0; set < 256; ++set)
        for (int j = 0; j < 8; ++j)
          if (set >> j & 1 && 8 * b + j < g.points) moved[b][set] |= bit(to[8 * b + j]);
    to_.push_back(to);
    from_.push_back(from);
  }
}

}  // namespace keima::solve
