// Playouts by rules that are asked one after the other, each with its own probability, after Pachi
// (Baudis and Gailly 2011) as told by Keller and Perez 2016.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "playout/playout.h"

namespace keima {

ParameterList pachi_parameters();
std::unique_ptr<Playout> make_pachi(const std::map<std::string, double>& parameters,
                                    const PlayoutTables& tables);

}  // namespace keima
