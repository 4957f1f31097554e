// Playouts by rules that are asked one after the other, each with its own probability, after Pachi
// (Baudis and Gailly 2011) as told by Keller and Perez 2016.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "playout/playout.h"
#include "playout/trained_policy.h"

namespace keima {

// The same parameters with two sets of defaults: those of the report, and the best found. What is
// chosen as trained is told to `trace`, if there is one.
ParameterList pachi_parameters();
ParameterList classic_parameters();
std::unique_ptr<Playout> make_pachi(ParameterList list,
                                    const std::map<std::string, double>& parameters,
                                    const PlayoutTables& tables, PolicyTrace* trace = nullptr);

}  // namespace keima
