// Playouts that draw every move from a trained model (Ferreira 2016, "Trained policy").
#pragma once

#include <map>
#include <memory>
#include <string>

#include "playout/playout.h"

namespace keima {

ParameterList softmax_parameters();
// Throws std::invalid_argument if the tables have no gammas.
std::unique_ptr<Playout> make_softmax(const std::map<std::string, double>& parameters,
                                      const PlayoutTables& tables);

}  // namespace keima
