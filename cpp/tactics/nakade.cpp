#include "tactics/nakade.h"

#include "tactics/region.h"

namespace keima {

Point nakade_point(const Board& b, Point inside, Color attacker) {
  Region r;
  if (!fill_region(b, inside, opponent(attacker), 6, r)) return kPass;
  if (const int vital = vital_index(r); vital >= 0)
    return b.at(r.points[vital]) == kEmpty ? r.points[vital] : kPass;
  if (r.size != 4 || r.edges != 3) return kPass;
  Point open = kPass;
  int taken = 0;
  for (int i = 0; i < 4; ++i) {
    if (r.degree[i] != 2) continue;
    if (b.at(r.points[i]) == kEmpty)
      open = r.points[i];
    else
      ++taken;
  }
  return taken == 1 ? open : kPass;
}

}  // namespace keima
