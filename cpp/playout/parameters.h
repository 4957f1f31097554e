// Numbers by name: what a policy can be told, with default, range and meaning in one place.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace keima {

// A default that the policy chooses by the size of the board.
constexpr double kBySize = -1;
// One that a trained policy has, marked in the same way.
constexpr double kTrained = kBySize;

struct Parameter {
  const char* name;
  double value;  // the default
  double low, high;
  const char* meaning;
};

using ParameterList = std::span<const Parameter>;

// The values of all parameters in the order of the list. Throws std::invalid_argument, which
// names the culprit, for unknown names and for values out of range.
std::vector<double> read_parameters(ParameterList list, const std::map<std::string, double>& given);

}  // namespace keima
