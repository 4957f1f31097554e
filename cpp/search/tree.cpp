#include "search/tree.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <vector>

#include "search/groups.h"

namespace keima {
namespace {

constexpr std::size_t kMostBytes = std::size_t{32} << 30;

std::size_t node_bytes(std::size_t count) { return sizeof(Node) + count * sizeof(Transition); }

}  // namespace

static_assert(sizeof(Transition) == 24 && sizeof(Node) == 40 && sizeof(Node) % alignof(Node) == 0);

void Node::sort_by_policy() {
  struct Copy {  // as it lies in memory: nobody else looks at it
    alignas(Transition) std::byte bytes[sizeof(Transition)];
    float policy;
  };
  std::vector<Copy> copies(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(copies[i].bytes, static_cast<const void*>(&begin()[i]), sizeof(Transition));
    copies[i].policy = begin()[i].policy();
  }
  std::stable_sort(copies.begin(), copies.end(),
                   [](const Copy& a, const Copy& b) { return a.policy > b.policy; });
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(static_cast<void*>(&begin()[i]), copies[i].bytes, sizeof(Transition));
}

Tree::Tree(std::size_t bytes, int area) {
  bytes = std::clamp(bytes, std::size_t{1} << 16, kMostBytes);
  // Half of the points of a board have a stone, or will have; the table is at most half full.
  const std::size_t expected = 1 + bytes / node_bytes(static_cast<std::size_t>(area) / 2 + 1);
  slots_ = std::bit_ceil(2 * expected);
  const std::size_t rest = bytes - std::min(bytes / 2, slots_ * sizeof(std::uint32_t));
  units_ = std::max(rest, 4 * node_bytes(static_cast<std::size_t>(area) + 1)) / kUnit;
  memory_.reset(static_cast<std::byte*>(std::malloc(units_ * kUnit)));
  if (!memory_) throw std::bad_alloc();
  table_ = std::make_unique<std::atomic<std::uint32_t>[]>(slots_);
  used_ = kFirst;
  nodes_ = 0;
  full_ = false;
}

std::uint32_t Tree::allocate(std::size_t bytes) {
  const std::size_t units = (bytes + kUnit - 1) / kUnit;
  std::size_t at = used_.load(std::memory_order_relaxed);
  while (at + units <= units_)
    if (used_.compare_exchange_weak(at, at + units, std::memory_order_relaxed))
      return static_cast<std::uint32_t>(at);
  full_.store(true, std::memory_order_relaxed);
  return kNone;
}

std::uint32_t Tree::create(std::uint64_t key, Color to_play, std::size_t count, bool valued) {
  const std::size_t bytes = node_bytes(count) + (valued ? sizeof(Valued) : 0);
  const std::uint32_t index = allocate(bytes);
  if (index == kNone) return kNone;
  Node& node = *new (&at(index)) Node{};
  node.key = key;
  node.units = static_cast<std::uint32_t>((bytes + kUnit - 1) / kUnit);
  node.count = static_cast<std::uint16_t>(count);
  node.to_play = to_play;
  node.kind = kNode;
  for (Transition& t : node.transitions()) new (&t) Transition{};
  if (valued) new (&node.valued()) Valued{};
  nodes_.fetch_add(1, std::memory_order_relaxed);
  return index;
}

template <class Block, class Fill>
Block* Tree::block_of(std::atomic<std::uint32_t>& index, std::size_t bytes, Kind kind,
                      std::size_t count, Fill fill) {
  std::uint32_t found = index.load(std::memory_order_acquire);
  if (found == kNone && index.compare_exchange_strong(found, kBusy)) {
    found = allocate(bytes);
    if (found != kNone) {
      Block& made = *new (&at(found)) Block{};
      made.header.units = static_cast<std::uint32_t>((bytes + kUnit - 1) / kUnit);
      made.header.count = static_cast<std::uint16_t>(count);
      made.header.kind = kind;
      fill(made);
    }
    index.store(found, std::memory_order_release);
  }
  return found <= kBusy ? nullptr : reinterpret_cast<Block*>(&at(found));
}

Owners* Tree::owners(Node& node, int area) {
  const auto points = static_cast<std::size_t>(area);
  const std::size_t bytes =
      sizeof(Owners) + node.count * sizeof(Owners::Counts) + points * sizeof(Loose<float>);
  return block_of<Owners>(node.owners, bytes, kOwners, node.count, [&](Owners& made) {
    made.area = static_cast<std::uint32_t>(area);
    for (Owners::Counts& counts : made.counts()) new (&counts) Owners::Counts{};
    for (Loose<float>& point : made.points()) new (&point) Loose<float>{};
  });
}

Groups* Tree::groups(Node& node) {
  const std::size_t count = std::bit_ceil(std::size_t{node.count});
  const std::size_t bytes = sizeof(Groups) + count * (sizeof(Transition) + sizeof(Groups::Place));
  return block_of<Groups>(node.groups, bytes, kGroups, count, [&](Groups& made) {
    for (std::uint32_t i = 0; i < count; ++i) {
      new (&made.places()[i]) Groups::Place{};
      made.put(i, i);
    }
    for (std::uint32_t h = 0; h < count; ++h) {
      new (&made.begin()[h]) Transition{};
      if (h > 0) add_up(node, made, h);
    }
  });
}

void Tree::publish(std::uint32_t index) {
  // Linear probing; a full table forgets the node, which is then found through its parent only.
  const std::size_t mask = slots_ - 1;
  std::size_t slot = at(index).key & mask;
  for (int tries = 0; tries < 64; ++tries, slot = (slot + 1) & mask) {
    std::uint32_t seen = kNone;
    if (table_[slot].compare_exchange_strong(seen, index, std::memory_order_release)) return;
  }
}

std::uint32_t Tree::find(std::uint64_t key) const {
  const std::size_t mask = slots_ - 1;
  std::size_t slot = key & mask;
  for (int tries = 0; tries < 64; ++tries, slot = (slot + 1) & mask) {
    const std::uint32_t index = table_[slot].load(std::memory_order_acquire);
    if (index == kNone) return kNone;
    if (at(index).key == key) return index;
  }
  return kNone;
}

// The cost follows the number of nodes, not the size of the table.
void Tree::forget_keys() {
  const auto forget = [&](std::size_t slot) {
    table_[slot].store(kNone, std::memory_order_relaxed);
  };
  if (nodes_ > slots_ / 16) {
    for (std::size_t i = 0; i < slots_; ++i) forget(i);
    return;
  }
  const std::size_t mask = slots_ - 1;
  const std::uint32_t end = static_cast<std::uint32_t>(used_.load());
  for (std::uint32_t i = kFirst; i < end; i += at(i).units) {
    if (at(i).kind != kNode) continue;
    std::size_t slot = at(i).key & mask;
    for (int tries = 0; tries < 64; ++tries, slot = (slot + 1) & mask)
      if (table_[slot].load(std::memory_order_relaxed) == i) {
        forget(slot);
        break;
      }
  }
}

void Tree::unmark() {
  each_node([](Node& node) { node.moved = kNone; });
}

void Tree::clear() {
  forget_keys();
  used_ = kFirst;
  nodes_ = 0;
  full_ = false;
}

// Live nodes slide down over the dead ones, in three walks: find the living, give them their new
// places, change the links and move.
std::uint32_t Tree::keep(std::uint32_t root) {
  const std::uint32_t end = static_cast<std::uint32_t>(used_.load());
  for (std::uint32_t i = kFirst; i < end; i += at(i).units) at(i).moved = kNone;
  std::vector<std::uint32_t> open{root};
  at(root).moved = kBusy;
  const auto reach = [&](std::uint32_t index) {
    if (index <= kBusy || at(index).moved != kNone) return;
    at(index).moved = kBusy;
    if (at(index).kind == kNode) open.push_back(index);
  };
  while (!open.empty()) {
    Node& node = at(open.back());
    open.pop_back();
    reach(node.owners);
    reach(node.groups);
    for (const Transition& t : node.transitions()) reach(t.child);
  }

  std::uint32_t next = kFirst;
  for (std::uint32_t i = kFirst; i < end; i += at(i).units)
    if (at(i).moved != kNone) {
      at(i).moved = next;
      next += at(i).units;
    }

  forget_keys();
  const std::uint32_t new_root = at(root).moved;
  std::size_t living = 0;
  const auto moved_to = [&](std::uint32_t index) {
    return index <= kBusy ? kNone : at(index).moved;
  };
  for (std::uint32_t i = kFirst; i < end; i += at(i).units) {
    Node& node = at(i);
    if (node.moved == kNone || node.kind != kNode) continue;
    node.owners = moved_to(node.owners);
    node.groups = moved_to(node.groups);
    for (Transition& t : node.transitions()) t.child = moved_to(t.child);
    ++living;
  }
  for (std::uint32_t i = kFirst, units; i < end; i += units) {
    units = at(i).units;
    const std::uint32_t to = at(i).moved;
    if (to == kNone) continue;
    std::memmove(static_cast<void*>(&at(to)), &at(i), kUnit * units);
    if (at(to).kind == kNode) publish(to);
  }
  used_ = next;
  nodes_ = living;
  full_ = false;
  return new_root;
}

}  // namespace keima
