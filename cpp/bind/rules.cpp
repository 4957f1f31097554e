#include "bind/bind.h"

namespace keima {

void bind_rules(nanobind::module_&) {}

}  // namespace keima
