// Checked translation of the names of playout options.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "playout/light_board.h"
#include "playout/measure.h"

namespace keima {

inline EyeRule eye_rule_from(std::string_view name) {
  if (name == "usual") return EyeRule::kUsual;
  if (name == "strict") return EyeRule::kStrict;
  throw std::invalid_argument("unknown eye rule '" + std::string(name) +
                              "': expected usual or strict");
}

inline PlayoutPolicy policy_from(std::string_view name) {
  if (name == "uniform") return PlayoutPolicy::kUniform;
  if (name == "board") return PlayoutPolicy::kBoard;
  throw std::invalid_argument("unknown playout policy '" + std::string(name) +
                              "': expected uniform or board");
}

}  // namespace keima
