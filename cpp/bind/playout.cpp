#include "bind/bind.h"

namespace keima {

void bind_playout(nanobind::module_&) {}

}  // namespace keima
