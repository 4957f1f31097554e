#include "features/territory_inputs.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace keima {
namespace {

// A step to the right and one down, as a view sees them.
struct Frame {
  int right_x, right_y, down_x, down_y;
};

// The frames in which a point's nearest edges are to the left and above; `left` and `above` are how
// many points lie between.
int frames_of(int x, int y, int width, int height, std::array<Frame, kMostViews>& frames, int& left,
              int& above) {
  const int across = std::min(x, width - 1 - x), down = std::min(y, height - 1 - y);
  left = std::min(across, down);
  above = std::max(across, down);
  int count = 0;
  for (const int sx : {1, -1})
    for (const int sy : {1, -1}) {
      if ((sx > 0 ? x : width - 1 - x) != across || (sy > 0 ? y : height - 1 - y) != down) continue;
      if (across == left) frames[count++] = {sx, 0, 0, sy};
      if (down == left) frames[count++] = {0, sy, sx, 0};
    }
  return count;
}

}  // namespace

TerritoryScene::TerritoryScene(const Signs& signs, Color to_play, std::span<const float> alive)
    : width_(signs.width()), height_(signs.height()) {
  const auto area = static_cast<std::size_t>(signs.area());
  std::vector<int> own(area), living(area);
  stones_.resize(area);
  strengths_.resize(area);
  for (std::size_t p = 0; p < area; ++p) {
    const int sign = signs.at(static_cast<int>(p));
    own[p] = to_play == kBlack ? sign : -sign;
    living[p] = alive[p] >= 0.5f ? own[p] : 0;
    stones_[p] = static_cast<float>(own[p]);
    strengths_[p] = stones_[p] * alive[p];
  }
  nearest_ = distance_control(Signs(width_, height_, own));
  nearest_alive_ = distance_control(Signs(width_, height_, living));
}

int TerritoryScene::views(int point, const TerritorySight& sight, std::span<float> out) const {
  const int x = point % width_, y = point / width_, radius = sight.radius;
  std::array<Frame, kMostViews> frames;
  int left, above;
  const int count = frames_of(x, y, width_, height_, frames, left, above);
  const std::vector<float>& stones = sight.enhanced ? strengths_ : stones_;
  float* to = out.data();
  for (int i = 0; i < count; ++i) {
    const Frame f = frames[i];
    for (int down = -radius; down <= radius; ++down) {
      const int reach = radius - std::abs(down);
      for (int right = -reach; right <= reach; ++right) {
        if (!down && !right) continue;
        const int a = x + right * f.right_x + down * f.down_x;
        const int b = y + right * f.right_y + down * f.down_y;
        const bool inside = a >= 0 && a < width_ && b >= 0 && b < height_;
        *to++ = inside ? stones[b * width_ + a] : 0.0f;
      }
    }
    if (!sight.enhanced) continue;
    for (const int edge : {left, above})
      for (int step = 1; step <= kEdgeBits; ++step) *to++ = step > edge;
    *to++ = static_cast<float>(nearest_[point]);
    *to++ = static_cast<float>(nearest_alive_[point]);
  }
  return count;
}

}  // namespace keima
