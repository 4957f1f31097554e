#include "playout/learned_moves.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace keima {
namespace {

// Playouts after which the balance is looked at.
constexpr unsigned kBalanceEvery = 50;
// What a Where can tell.
constexpr std::size_t kMostSlots = std::size_t{1} << 24;
// States are worth comparing up to here.
constexpr int kMostOffset = 120;

}  // namespace

LearnedMoves::LearnedMoves(const Geometry& geometry, const LearningOptions& options)
    : geometry_(geometry), options_(options), places_(Contexts::places(geometry)) {
  const WinLossStates states(WinLossStates::kByteEnd, options.prior, 2 * options.prior);
  for (int s = 0; s < states.count(); ++s) {
    next_[0][s] = static_cast<State>(states.after_loss(s));
    next_[1][s] = static_cast<State>(states.after_win(s));
  }
  const auto low_bits = [](int count) { return static_cast<std::uint32_t>((1ull << count) - 1); };
  const auto slots = [](double megabytes, std::size_t bytes) {
    const auto most = static_cast<std::size_t>(megabytes * (1 << 20)) / bytes;
    return static_cast<std::uint32_t>(std::min(std::bit_floor(most), kMostSlots));
  };
  if (options.node) {
    node_mask_ = low_bits(options.node_bits);
    std::uint32_t first = 0;
    for (auto& keys : node_keys_) {
      keys.assign(places_, 0);
      for (int i = 0; i < geometry.area; ++i, first += node_mask_ + 1)
        keys[Contexts::place_of(geometry, i)] = first;
    }
    nodes_ = ZeroPages<State>(first);
    fair_ = ZeroPages<std::uint32_t>(first / 32 + 1);
  }
  if (!options.edge) return;
  edge_mask_ = low_bits(options.edge_bits);
  edge_slots_ = slots(options.edge_mb / 2.0, sizeof(Entry));
  list_slots_ = slots(options.edge_mb / 2.0, sizeof(List));
  edges_ = ZeroPages<Entry>(edge_slots_);
  lists_ = ZeroPages<List>(list_slots_);
  best_ = ZeroPages<State>(list_slots_);
}

void LearnedMoves::clear() {
  nodes_.clear();
  fair_.clear();
  edges_.clear();
  lists_.clear();
  best_.clear();
  for (auto& offset : offset_) offset = 0;
  for (auto& side : made_)
    for (auto& made : side) made = 0;
  playouts_ = 0;
}

void LearnedMoves::update_edge(Asked asked, Where where, std::size_t answer,
                               std::uint32_t answer_context, bool won) {
  constexpr std::uint64_t kWhich = (std::uint64_t{1} << 48) - 1;  // move and context
  constexpr std::uint64_t kIllegal = std::uint64_t{0xff} << 48;
  constexpr int kStateShift = 56;
  const State before = state_at(edges_, where);
  const Answer made{answer_context ^ asked.tag, static_cast<std::uint16_t>(answer), 0, 0};
  const auto bits = std::bit_cast<std::uint64_t>(made);
  List& list = answers(asked);
  // The lowest state, and of equals what was illegal most often; and the highest of the others.
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0, listed = 0;
  int place = -1, same = -1;
  for (int i = 0; i < options_.best; ++i) {
    const std::uint64_t known = get(list[i]);
    if (((known ^ bits) & kWhich) == 0) {
      same = i;
      listed = known;
      continue;
    }
    highest = std::max(highest, known);
    const std::uint64_t order = known ? known ^ kIllegal : 0;
    if (order < lowest) {
      lowest = order;
      place = i;
    }
  }
  // A list remembers its states where the table has lost them.
  const State state = next_[won][before ? before : listed >> kStateShift];
  set(edges_[where.slot()], static_cast<Entry>(where.tag() << 8 | state));
  if (same < 0) {
    // What has lost its first game is no answer yet.
    if ((before == 0 && !won) || (lowest && state <= lowest >> kStateShift)) return;
    same = place;
  }
  set(list[same], bits | std::uint64_t{state} << kStateShift);
  const State best = std::max(state, static_cast<State>(highest >> kStateShift));
  if (get(best_[asked.list]) != best) set(best_[asked.list], best);
}

void LearnedMoves::count(const std::array<std::array<int, 2>, 2>& made) {
  if (!options_.balance) return;
  for (int kind = 0; kind < 2; ++kind)
    for (int side = 0; side < 2; ++side)
      if (made[kind][side])
        made_[kind][side].fetch_add(made[kind][side], std::memory_order_relaxed);
  if ((playouts_.fetch_add(1, std::memory_order_relaxed) + 1) % kBalanceEvery) return;
  rebalance(kNode);
  rebalance(kEdge);
}

// If one side makes more of these moves than chance explains, its threshold rises and that of the
// other falls.
void LearnedMoves::rebalance(Kind kind) {
  const int black = made_[kind][0].exchange(0, std::memory_order_relaxed);
  const int white = made_[kind][1].exchange(0, std::memory_order_relaxed);
  const int difference = black - white;
  if (std::abs(difference) <= 2 * std::sqrt(black + white)) return;
  const int more = std::max(black, white), less = std::min(black, white);
  const int step = more > 4 * less ? 8 : more > 2 * less ? 4 : 1;
  const int offset = this->offset(kind) + (difference > 0 ? step : -step);
  offset_[kind].store(std::clamp(offset, -kMostOffset, kMostOffset), std::memory_order_relaxed);
}

}  // namespace keima
