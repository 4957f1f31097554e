#include "search/parameters.h"

namespace keima {

ParameterList TreeParameters::list() {
  static const Parameter all[] = {
#define X(name, value, low, high, meaning) {#name, value, low, high, meaning},
      KEIMA_TREE_PARAMETERS(X)
#undef X
  };
  return all;
}

TreeParameters TreeParameters::from(const std::map<std::string, double>& given) {
  const std::vector<double> values = read_parameters(list(), given);
  TreeParameters result;
  auto next = values.begin();
#define X(name, value, low, high, meaning) result.name = *next++;
  KEIMA_TREE_PARAMETERS(X)
#undef X
  // Who throws cannot choose a reply.
  if (result.frisbee > 0) result.replies = result.playout_replies = 0;
  // Selection by policy has the room of all moves as first, and needs no other help.
  if (result.bandit == kPuct) {
    result.rave_equivalence = result.rave_priors = result.replies = result.grouping = 0;
    result.criticality = result.effectivity = result.widening = result.expand_after = 0;
    result.dynamic_komi = result.frisbee = 0;
  } else {
    result.bias = 0;
  }
  return result;
}

}  // namespace keima
