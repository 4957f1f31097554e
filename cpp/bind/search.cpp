#include "bind/bind.h"

namespace keima {

void bind_search(nanobind::module_&) {}

}  // namespace keima
