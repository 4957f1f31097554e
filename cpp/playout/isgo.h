// The two playout policies of isGO (Basaldua et al. 2014): the base policy and, with what it learns
// while it plays, the learning policy.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "playout/playout.h"

namespace keima {

ParameterList isgo_parameters();
std::unique_ptr<Playout> make_isgo(const std::map<std::string, double>& parameters,
                                   const PlayoutTables& tables);

// What these parameters learn, for boards of this size; null if it is nothing.
std::shared_ptr<LearnedMoves> isgo_moves(const std::map<std::string, double>& parameters,
                                         const Geometry& geometry);

}  // namespace keima
