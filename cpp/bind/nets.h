// What several files of bindings need of networks.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "features/inputs.h"
#include "rules/history.h"

namespace keima {

inline InputRules input_rules_from(bool territory, std::string_view tax, bool friendly_pass) {
  InputRules rules;
  rules.territory = territory;
  rules.friendly_pass = friendly_pass;
  if (tax == "seki")
    rules.tax = InputRules::Tax::kSeki;
  else if (tax == "all")
    rules.tax = InputRules::Tax::kAll;
  else if (tax != "none")
    throw std::invalid_argument("tax must be none, seki or all, got " + std::string(tax));
  return rules;
}

inline void check_history(const History& history, const Board& board) {
  if (&history.board().geometry() != &board.geometry() || history.board().hash() != board.hash())
    throw std::invalid_argument("the history does not lead to this position");
}

}  // namespace keima
