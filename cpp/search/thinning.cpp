#include "search/thinning.h"

#include "search/puct.h"

namespace keima {
namespace {

void forget_child(const Tree& tree, const Node& node, Transition& t) {
  const Followed f = followed(tree, t, node.to_play);
  const auto visits = static_cast<float>(t.finished());
  t.child.store(Tree::kNone, std::memory_order_relaxed);
  t.amaf_wins.set(visits);  // they have ended here
  t.wins.set(static_cast<float>(f.utility) * visits);
}

}  // namespace

std::uint32_t thin(Tree& tree, std::uint32_t root) {
  const std::uint32_t most = tree.at(root).visits.load(std::memory_order_relaxed);
  for (std::uint32_t least = 2; least <= most; least *= 2) {
    tree.each_node([&](Node& node) {
      if (&node == &tree.at(root)) return;
      for (Transition& t : node.transitions())
        if (t.child > Tree::kBusy && t.finished() < least) forget_child(tree, node, t);
    });
    root = tree.keep(root);
    if (tree.bytes_used() <= tree.bytes() / 2) break;
  }
  return root;
}

}  // namespace keima
