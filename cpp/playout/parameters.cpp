#include "playout/parameters.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace keima {

std::vector<double> read_parameters(ParameterList list,
                                    const std::map<std::string, double>& given) {
  std::vector<double> values;
  for (const Parameter& p : list) values.push_back(p.value);
  for (const auto& [name, value] : given) {
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Parameter& p) { return name == p.name; });
    std::ostringstream error;
    if (found == list.end()) {
      error << "unknown playout parameter '" << name << "': expected ";
      const char* between = "one of ";
      for (const Parameter& p : list) {
        error << between << p.name;
        between = ", ";
      }
      throw std::invalid_argument(error.str());
    }
    // Written so that what is not a number is refused.
    if (!(value >= found->low && value <= found->high) &&
        !(found->value == kBySize && value == kBySize)) {
      error << "playout parameter '" << name << "' must be from " << found->low << " to "
            << found->high << ", got " << value;
      throw std::invalid_argument(error.str());
    }
    values[found - list.begin()] = value;
  }
  return values;
}

}  // namespace keima
