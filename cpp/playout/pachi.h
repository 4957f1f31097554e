// Playouts by rules that are asked one after the other, each with its own probability, after Pachi
// (Baudis and Gailly 2011) as told by Keller and Perez 2016.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "playout/playout.h"

namespace keima {

// The same parameters with two sets of defaults: those of the report, and the best found.
ParameterList pachi_parameters();
ParameterList classic_parameters();
std::unique_ptr<Playout> make_pachi(ParameterList list,
                                    const std::map<std::string, double>& parameters,
                                    const PlayoutTables& tables);

}  // namespace keima
