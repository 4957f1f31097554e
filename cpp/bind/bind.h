// Each room's translation to Python; module.cpp calls them in dependency order.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "board/board.h"

namespace keima {

void bind_board(nanobind::module_& m);
void bind_rules(nanobind::module_& m);
void bind_tactics(nanobind::module_& m);
void bind_playout(nanobind::module_& m);
void bind_policies(nanobind::module_& m);
void bind_balance(nanobind::module_& m);
void bind_online(nanobind::module_& m);
void bind_features(nanobind::module_& m);
void bind_territory(nanobind::module_& m);
void bind_local_moves(nanobind::module_& m);
void bind_blocks(nanobind::module_& m);
void bind_inputs(nanobind::module_& m);
void bind_learn(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_nets(nanobind::module_& m);
void bind_shallow(nanobind::module_& m);
void bind_mlp(nanobind::module_& m);
void bind_sane(nanobind::module_& m);
void bind_tree_search(nanobind::module_& m);
void bind_solve(nanobind::module_& m);

// Checked translation of what comes from Python: row-major indices and colours.
inline Point point_from(const Geometry& g, int index) {
  if (index < 0 || index >= g.area)
    throw std::out_of_range("point " + std::to_string(index) + " is not on the board");
  return g.cell[index];
}
inline Point move_from(const Geometry& g, int index) {
  return index == g.area ? kPass : point_from(g, index);
}
// A number of something, from `least` to `most`.
inline std::int64_t count_from(const char* what, std::int64_t count, std::int64_t least,
                               std::int64_t most) {
  if (count < least || count > most)
    throw std::invalid_argument(std::string(what) + " must be from " + std::to_string(least) +
                                " to " + std::to_string(most) + ", got " + std::to_string(count));
  return count;
}
// A time that ends.
inline double seconds_from(double seconds) {
  constexpr double kMost = 1e6;
  if (!(seconds >= 0 && seconds <= kMost))
    throw std::invalid_argument("seconds must be from 0 to 10^6, got " + std::to_string(seconds));
  return seconds;
}
inline int index_from(const Geometry& g, Point p) { return g.index[p]; }

inline Color color_from(int color) {
  if (color != kBlack && color != kWhite)
    throw std::invalid_argument("colour " + std::to_string(color) +
                                " is neither 1 (black) nor 2 (white)");
  return static_cast<Color>(color);
}

}  // namespace keima
