// A trained model of moves (Ferreira 2016, eq. 3.27): a move is a team of features, the strength of
// a team is the product of its features' gammas, and a move is chosen in proportion to that.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "board/board.h"
#include "tactics/atari.h"

namespace keima {

// The features with one value: a move has them or not. Every move has a shape besides.
enum MoveFeature : unsigned {
  kNearSmall,  // one of the eight points around the last move, on boards of up to 11x11
  kNearLarge,  // the same on larger ones, where it says more
  kSelfAtari,  // leaves one liberty and takes nothing
  kCapture,    // takes something
  kRescue,     // two liberties or more, and a group of one's own in atari beside it
  kMoveFeatures,
};
extern const std::array<const char*, kMoveFeatures> kMoveFeatureNames;

inline MoveFeature near_feature(const Board& b) {
  return b.area() > 11 * 11 ? kNearLarge : kNearSmall;
}

// A team in one number: the shape, then one bit for each feature.
constexpr int kFeatureSets = 1 << kMoveFeatures;

// 3x3 neighbourhoods that are the same but for the eight symmetries, seen from who moves, have one
// number. Edges are part of a shape.
class Shapes {
 public:
  static const Shapes& get();

  int count() const { return static_cast<int>(codes_.size()); }
  int number(unsigned code, Color c) const { return number_[c - 1][code]; }
  // Nine characters in reading order for Black to move: * the move, X own, O enemy, . empty, - off
  // the board.
  std::string drawing(int number) const;

 private:
  Shapes();

  std::array<std::vector<std::uint16_t>, 2> number_;  // by Board::code
  std::vector<std::uint16_t> codes_;                  // one of each shape
};

// The features of a move of c at the empty point p but for the last move, as bits; -1 for a suicide
// and for an own eye, which are never chosen. The ko is not looked at.
inline int tactics_of(const Board& b, Point p, Color c) {
  const unsigned code = b.code(p);
  const unsigned own = Board::matches(code, c) & 0xff;
  const unsigned enemy = Board::matches(code, opponent(c)) & 0xff;
  if (!(own | enemy)) {
    // In the corner of a board that is one point wide there may be one liberty, or none.
    const int empty = std::popcount(Board::matches(code, kEmpty) & 0xff);
    return empty >= 2 ? 0 : empty ? 1 << kSelfAtari : -1;
  }
  const unsigned ataris = with_liberties(b, p, own | enemy, 1, 1);
  const int liberties = liberties_after(b, p, c, 2);
  if (!liberties || b.is_eye(p, c)) return -1;
  const bool takes = ataris & enemy, beside = ataris & own;
  return static_cast<int>(static_cast<unsigned>(liberties < 2 && !takes) << kSelfAtari |
                          static_cast<unsigned>(takes) << kCapture |
                          static_cast<unsigned>(liberties >= 2 && beside) << kRescue);
}

class Gammas {
 public:
  // One positive number for each feature and for each shape; throws std::invalid_argument.
  Gammas(std::vector<double> features, std::vector<double> shapes);

  double feature(MoveFeature f) const { return features_[f]; }
  double shape(int number) const { return shapes_[number]; }
  double team(int number, unsigned features) const;

 private:
  std::vector<double> features_, shapes_;
};

}  // namespace keima
