#include <nanobind/nanobind.h>

#include "bind/bind.h"

NB_MODULE(_core, m) {
  // What daemon threads still hold when the interpreter ends is no leak.
  nanobind::set_leak_warnings(false);
  keima::bind_board(m);
  keima::bind_rules(m);
  keima::bind_tactics(m);
  keima::bind_playout(m);
  keima::bind_learn(m);
  keima::bind_online(m);
  keima::bind_balance(m);
  keima::bind_policies(m);
  keima::bind_features(m);
  keima::bind_territory(m);
  keima::bind_local_moves(m);
  keima::bind_blocks(m);
  keima::bind_inputs(m);
  keima::bind_nets(m);
  keima::bind_shallow(m);
  keima::bind_mlp(m);
  keima::bind_sane(m);
  keima::bind_search(m);
  keima::bind_tree_search(m);
  keima::bind_solve(m);
}
