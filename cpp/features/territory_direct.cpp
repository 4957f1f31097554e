#include "features/territory_direct.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "board/geometry.h"

namespace keima {
namespace {

int sign_of(int value) { return (value > 0) - (value < 0); }

// How many neighbours of a point are above 0, below 0, and on the board.
struct Around {
  int positive = 0, negative = 0, all = 0;
};

// Calls f(point, around) for every point.
template <class F>
void each(const Signs& signs, const Values& values, F f) {
  const int width = signs.width(), height = signs.height();
  for (int y = 0, p = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, ++p) {
      Around around;
      const auto look = [&](bool inside, int q) {
        if (!inside) return;
        ++around.all;
        around.positive += values[q] > 0;
        around.negative += values[q] < 0;
      };
      look(y > 0, p - width);
      look(x > 0, p - 1);
      look(x + 1 < width, p + 1);
      look(y + 1 < height, p + width);
      f(p, around);
    }
}

Values dilated(const Signs& signs, const Values& values) {
  Values after = values;
  each(signs, values, [&](int p, const Around& around) {
    const int own = sign_of(values[p]);
    if (own >= 0 && !around.negative) after[p] += around.positive;
    if (own <= 0 && !around.positive) after[p] -= around.negative;
  });
  return after;
}

Values eroded(const Signs& signs, const Values& values) {
  Values after = values;
  each(signs, values, [&](int p, const Around& around) {
    if (values[p] > 0) after[p] = std::max(0, values[p] - (around.all - around.positive));
    if (values[p] < 0) after[p] = std::min(0, values[p] + (around.all - around.negative));
  });
  return after;
}

// How far each point is from the nearest one with a sign, along the lines of the board.
Values distances(const Signs& signs, int sign) {
  const int width = signs.width(), height = signs.height();
  constexpr int kFar = std::numeric_limits<int>::max() / 2;
  Values found(signs.area(), kFar);
  for (int p = 0; p < signs.area(); ++p) {
    if (signs.at(p) == sign) found[p] = 0;
    if (p % width) found[p] = std::min(found[p], found[p - 1] + 1);
    if (p >= width) found[p] = std::min(found[p], found[p - width] + 1);
  }
  for (int p = signs.area() - 1; p >= 0; --p) {
    if (p % width + 1 < width) found[p] = std::min(found[p], found[p + 1] + 1);
    if (p / width + 1 < height) found[p] = std::min(found[p], found[p + width] + 1);
  }
  return found;
}

}  // namespace

Signs::Signs(int width, int height, std::span<const int> signs)
    : width_(width), height_(height), signs_(signs.begin(), signs.end()) {
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide)
    throw std::invalid_argument("a board has 1 to 25 rows and columns, got " +
                                std::to_string(width) + "x" + std::to_string(height));
  if (static_cast<int>(signs.size()) != width * height)
    throw std::invalid_argument("expected a sign for each of " + std::to_string(width * height) +
                                " points, got " + std::to_string(signs.size()));
  for (const int sign : signs)
    if (sign < -1 || sign > 1)
      throw std::invalid_argument("expected the signs 1, -1 and 0, got " + std::to_string(sign));
}

Values explicit_control(const Signs& signs) {
  Values found = signs.all();
  each(signs, signs.all(), [&](int p, const Around& around) {
    if (signs.at(p) || !around.all) return;
    found[p] = (around.positive == around.all) - (around.negative == around.all);
  });
  return found;
}

Values direct_control(const Signs& signs) {
  Values found = signs.all();
  each(signs, signs.all(), [&](int p, const Around& around) {
    if (!signs.at(p))
      found[p] = (around.positive && !around.negative) - (around.negative && !around.positive);
  });
  return found;
}

Values distance_control(const Signs& signs) {
  const Values black = distances(signs, 1), white = distances(signs, -1);
  Values found(signs.area());
  for (int p = 0; p < signs.area(); ++p) found[p] = sign_of(white[p] - black[p]);
  return found;
}

Values zobrist_influence(const Signs& signs, int passes, int start) {
  Values values = signs.all();
  for (int& value : values) value *= start;
  for (int i = 0; i < passes; ++i) {
    // What is added to the absolute value has the same sign for both colours of the point.
    Values after = values;
    each(signs, values,
         [&](int p, const Around& around) { after[p] += around.positive - around.negative; });
    values = std::move(after);
  }
  return values;
}

Values bouzy_territory(const Signs& signs, int dilations, int erosions, int start) {
  Values values = signs.all();
  for (int& value : values) value *= start;
  for (int i = 0; i < dilations; ++i) values = dilated(signs, values);
  for (int i = 0; i < erosions; ++i) values = eroded(signs, values);
  return values;
}

}  // namespace keima
