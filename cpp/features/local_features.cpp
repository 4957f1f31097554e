#include "features/local_features.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "tactics/atari.h"

namespace keima {
namespace {

enum State : std::uint8_t { kFree, kOwn, kOther, kOff };

// More than a group can have, as liberties_after wants it.
constexpr int kAllLiberties = kMaxArea - 1;

struct Step {
  int x, y;
};

struct Tables {
  // By radius: the points of a region, row by row; and of beams to the right and down right.
  std::array<std::vector<Step>, kLargestLocal + 1> region, straight, diagonal;

  Tables() {
    for (int r = kSmallestLocal; r <= kLargestLocal; ++r) {
      for (int y = -r; y <= r; ++y)
        for (int x = -r; x <= r; ++x)
          if ((x || y) && std::abs(x) + std::abs(y) <= r) region[r].push_back({x, y});
      for (int x = 1; x <= kLocalFar; ++x)
        for (int y = -2; y <= 2; ++y)
          if (beyond(r, x, y)) straight[r].push_back({x, y});
      for (int x = 1; x <= kLocalFar; ++x)
        for (int y = std::max(1, x - 2); y <= x + 2; ++y)
          if (beyond(r, x, y)) diagonal[r].push_back({x, y});
      sort(straight[r], [](Step s) { return s.y; });
      sort(diagonal[r], [](Step s) { return s.x - s.y; });
    }
  }

  static bool beyond(int r, int x, int y) {
    const int far = std::abs(x) + std::abs(y);
    return far > r && far <= kLocalFar;
  }
  // The nearest first, of those the ones near the middle of the beam.
  template <class F>
  static void sort(std::vector<Step>& steps, F off) {
    std::sort(steps.begin(), steps.end(), [&](Step a, Step b) {
      const auto key = [&](Step s) {
        return std::tuple(std::abs(s.x) + std::abs(s.y), std::abs(off(s)), off(s));
      };
      return key(a) < key(b);
    });
  }
};

const Tables& tables() {
  static const Tables made;
  return made;
}

}  // namespace

std::array<int, kLocalKinds + 1> local_starts(LocalShape shape) {
  const int lengths[kLocalKinds] = {2 * LocalShape::points(shape.stones),
                                    2 * kLocalEdge,
                                    2,
                                    LocalShape::points(shape.liberties),
                                    2,
                                    2,
                                    8 * 4,
                                    1};
  std::array<int, kLocalKinds + 1> starts{};
  for (int i = 0; i < kLocalKinds; ++i) starts[i + 1] = starts[i] + lengths[i];
  return starts;
}

LocalFeatures::LocalFeatures(const Board& board, Color to_play, Point last, LocalShape shape)
    : board_(board), to_play_(to_play), last_(last), shape_(shape) {
  if (!shape.valid()) throw std::invalid_argument("regions reach from 2 to 5 points far");
  length_ = local_length(shape);
  state_.fill(kOff);
  value_.fill(0);
  const Geometry& g = board.geometry();
  for (int i = 0; i < g.area; ++i) {
    const int to = (i / g.width + kMargin) * kStride + i % g.width + kMargin;
    const Point p = g.cell[i];
    const Color c = board.at(p);
    state_[to] = c == kEmpty ? kFree : c == to_play ? kOwn : kOther;
    value_[to] = static_cast<std::uint16_t>(c == kEmpty ? board.count_empty_neighbours(p)
                                                        : board.liberties(p));
  }
}

int LocalFeatures::distance(Point a, Point b) const {
  const Geometry& g = board_.geometry();
  const int i = g.index[a], j = g.index[b];
  const int far = std::abs(i % g.width - j % g.width) + std::abs(i / g.width - j / g.width);
  return std::min(far, kLocalFar);
}

// Those with the nearest edge on the left and the nearer of the other two above.
int LocalFeatures::views(Point p, std::array<View, 8>& found) const {
  const Geometry& g = board_.geometry();
  const int index = g.index[p], x = index % g.width, y = index / g.width;
  int count = 0;
  for (int way = 0; way < 8; ++way) {
    const bool flip_x = way & 1, flip_y = way & 2, turned = way & 4;
    View v{};
    v.right = flip_x ? -1 : 1;
    v.down = flip_y ? -kStride : kStride;
    v.left_edge = flip_x ? g.width - 1 - x : x;
    v.right_edge = g.width - 1 - v.left_edge;
    v.upper_edge = flip_y ? g.height - 1 - y : y;
    v.bottom_edge = g.height - 1 - v.upper_edge;
    if (turned) {
      std::swap(v.right, v.down);
      std::swap(v.left_edge, v.upper_edge);
      std::swap(v.right_edge, v.bottom_edge);
    }
    if (v.left_edge <= v.right_edge && v.upper_edge <= v.bottom_edge && v.left_edge <= v.upper_edge)
      found[count++] = v;
  }
  return count;
}

void LocalFeatures::describe(Point p, float* out) const {
  std::array<View, 8> found;
  const int count = views(p, found);
  see(p, found[0], out);
  std::array<float, 256> other;
  for (int i = 1; i < count; ++i) {
    see(p, found[i], other.data());
    if (std::lexicographical_compare(other.data(), other.data() + length_, out, out + length_))
      std::copy_n(other.data(), length_, out);
  }
}

void LocalFeatures::see(Point p, const View& view, float* out) const {
  const Geometry& g = board_.geometry();
  const int index = g.index[p];
  const int middle = (index / g.width + kMargin) * kStride + index % g.width + kMargin;
  const auto at = [&](Step s) { return middle + s.x * view.right + s.y * view.down; };
  const auto& stones = tables().region[shape_.stones];
  for (const State wanted : {kOwn, kOther})
    for (const Step s : stones) *out++ = state_[at(s)] == wanted;
  for (const int edge : {view.left_edge, view.upper_edge})
    for (int steps = 1; steps <= kLocalEdge; ++steps) *out++ = steps > edge;
  const bool ko = board_.ko() != kPass && board_.ko_color() == to_play_;
  *out++ = ko;
  *out++ = ko ? static_cast<float>(distance(p, board_.ko())) : 0.0f;
  for (const Step s : tables().region[shape_.liberties]) *out++ = value_[at(s)];
  for (const Color c : {to_play_, opponent(to_play_)})
    *out++ = static_cast<float>(liberties_after(board_, p, c, kAllLiberties));
  for (const Color c : {to_play_, opponent(to_play_)})
    *out++ = static_cast<float>(stones_taken(board_, p, c));
  out = see_nearest(middle, view, out);
  *out = static_cast<float>(last_ == kPass ? kLocalFar : distance(p, last_));
}

float* LocalFeatures::see_nearest(int middle, const View& v, float* out) const {
  const auto first = [&](const std::vector<Step>& beam, int along, int across, int most,
                         bool diag) {
    float found[4] = {0, kLocalFar, 0, 0};
    for (const Step s : beam) {
      const int far = std::abs(s.x) + std::abs(s.y);
      if (far > most) break;
      const int to = middle + s.x * along + s.y * across;
      if (state_[to] != kOwn && state_[to] != kOther) continue;
      found[0] = state_[to] == kOwn ? 1.0f : -1.0f;
      found[1] = static_cast<float>(far);
      found[2] = static_cast<float>(diag ? s.x - s.y : s.y);
      found[3] = value_[to];
      break;
    }
    for (const float x : found) *out++ = x;
  };
  const auto& straight = tables().straight[shape_.stones];
  first(straight, -v.right, v.down, v.left_edge + 2, false);
  first(straight, v.right, v.down, v.right_edge + 2, false);
  first(straight, -v.down, v.right, v.upper_edge + 2, false);
  first(straight, v.down, v.right, v.bottom_edge + 2, false);
  const auto& diagonal = tables().diagonal[shape_.stones];
  first(diagonal, -v.right, -v.down, v.left_edge + v.upper_edge, true);
  first(diagonal, -v.right, v.down, v.left_edge + v.bottom_edge, true);
  first(diagonal, v.right, -v.down, v.right_edge + v.upper_edge, true);
  first(diagonal, v.right, v.down, v.right_edge + v.bottom_edge, true);
  return out;
}

}  // namespace keima
