// Playouts by rules in a fixed order, after MoGo (Gelly et al. 2006) in the form of Ferreira 2016,
// 5.1: save, nakade, pattern, capture, random.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "playout/playout.h"

namespace keima {

ParameterList mogo_parameters();
std::unique_ptr<Playout> make_mogo(const std::map<std::string, double>& parameters,
                                   const PlayoutTables& tables);

}  // namespace keima
