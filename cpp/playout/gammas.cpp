#include "playout/gammas.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace keima {

const std::array<const char*, kMoveFeatures> kMoveFeatureNames = {
    "near_small", "near_large", "self_atari", "capture", "rescue"};

namespace {

// Where the pairs of a code, N W E S NW NE SW SE, come from after a quarter turn and after a
// reflection.
constexpr std::array<int, 8> kTurn = {1, 3, 0, 2, 6, 4, 7, 5};
constexpr std::array<int, 8> kMirror = {0, 2, 1, 3, 5, 4, 7, 6};

unsigned moved(unsigned code, const std::array<int, 8>& from) {
  unsigned result = 0;
  for (int i = 0; i < 8; ++i) result |= (code >> 2 * from[i] & 3) << 2 * i;
  return result;
}

// Is what lies off the board the neighbourhood of some point of some board?
bool is_border(unsigned code) {
  const auto off = [&](int i) { return (code >> 2 * i & 3) == kWall; };
  const bool n = off(0), w = off(1), e = off(2), s = off(3);
  return off(4) == (n || w) && off(5) == (n || e) && off(6) == (s || w) && off(7) == (s || e);
}

}  // namespace

Shapes::Shapes() {
  constexpr std::uint16_t kNone = 0xffff;
  for (auto& table : number_) table.assign(1 << 16, kNone);
  for (unsigned code = 0; code < 1 << 16; ++code) {
    if (!is_border(code) || number_[0][code] != kNone) continue;
    const auto number = static_cast<std::uint16_t>(codes_.size());
    codes_.push_back(static_cast<std::uint16_t>(code));
    unsigned turned = code;
    for (int i = 0; i < 8; ++i) {
      number_[0][turned] = number_[1][Board::swap_colors(turned)] = number;
      turned = moved(turned, kTurn);
      if (i == 3) turned = moved(turned, kMirror);
    }
  }
  // What no board has: any number will do.
  for (auto& table : number_) std::replace(table.begin(), table.end(), kNone, std::uint16_t{0});
}

const Shapes& Shapes::get() {
  static const Shapes shapes;
  return shapes;
}

std::string Shapes::drawing(int number) const {
  constexpr std::array<int, 8> kDrawn = {1, 3, 5, 7, 0, 2, 6, 8};
  std::string cells = "....*....";
  for (int i = 0; i < 8; ++i) cells[kDrawn[i]] = ".XO-"[codes_[number] >> 2 * i & 3];
  return cells;
}

Gammas::Gammas(std::vector<double> features, std::vector<double> shapes)
    : features_(std::move(features)), shapes_(std::move(shapes)) {
  const auto count = static_cast<std::size_t>(Shapes::get().count());
  if (features_.size() != kMoveFeatures || shapes_.size() != count)
    throw std::invalid_argument("there must be " + std::to_string(kMoveFeatures) +
                                " features and " + std::to_string(count) + " shapes, got " +
                                std::to_string(features_.size()) + " and " +
                                std::to_string(shapes_.size()));
  const auto is_good = [](double gamma) { return gamma > 0 && std::isfinite(gamma); };
  if (!std::all_of(features_.begin(), features_.end(), is_good) ||
      !std::all_of(shapes_.begin(), shapes_.end(), is_good))
    throw std::invalid_argument("a gamma must be a positive number");
}

double Gammas::team(int number, unsigned features) const {
  double product = shapes_[number];
  for (unsigned f = 0; f < kMoveFeatures; ++f)
    if (features >> f & 1) product *= features_[f];
  return product;
}

}  // namespace keima
