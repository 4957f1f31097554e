#include "features/input_pack.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "features/input_replay.h"

namespace keima {
namespace {

void need(bool yes, const std::string& what) {
  if (!yes) throw std::invalid_argument(what);
}

void check_offsets(const char* what, const std::vector<std::int64_t>& offsets, std::size_t games,
                   std::size_t size) {
  const std::string name(what);
  need(offsets.size() == games + 1, name + " must have one number more than there are games");
  need(offsets.front() == 0 && offsets.back() == static_cast<std::int64_t>(size) &&
           std::is_sorted(offsets.begin(), offsets.end()),
       name + " must rise from 0 to " + std::to_string(size));
}

std::string where(std::int64_t game, std::int64_t move) {
  return "game " + std::to_string(game) + ", move " + std::to_string(move);
}

ReplayedGame start_of(const InputPack& pack, std::int32_t i) {
  ReplayedGame game{Board(pack.size, pack.size)};
  const Geometry& g = game.start.geometry();
  std::vector<Color> stones(g.area, kEmpty);
  for (auto k = pack.setup_offsets[i]; k < pack.setup_offsets[i + 1]; ++k) {
    const int p = pack.setup[k] & ~InputPack::kWhiteStone;
    need(p < g.area, where(i, 0) + ": there is no point " + std::to_string(p));
    stones[p] = pack.setup[k] & InputPack::kWhiteStone ? kWhite : kBlack;
  }
  need(game.start.set_stones(stones), where(i, 0) + ": a group of stones has no liberty");
  game.to_play = pack.first[i] ? kWhite : kBlack;
  game.rules = pack.kinds[pack.rules[i]];
  game.komi = pack.komi[i];
  return game;
}

void pack_planes(const float* planes, int area, std::uint8_t* out) {
  for (int k = 0; k < kInputPlanes; ++k, planes += area, out += packed_bytes(area)) {
    std::fill_n(out, packed_bytes(area), std::uint8_t{0});
    for (int i = 0; i < area; ++i)
      out[i / 8] |= static_cast<std::uint8_t>((planes[i] != 0) << (7 - i % 8));
  }
}

class Batch {
 public:
  Batch(const InputPack& pack, std::span<const InputRow> rows, const InputBatch& out, bool reuse)
      : pack_(pack),
        rows_(rows),
        out_(out),
        reuse_(reuse),
        g_(Geometry::of(pack.size, pack.size)),
        room_(out.packed ? kInputPlanes * g_.area : 0) {}

  // The rows of one game, in the order of their moves.
  void run(std::span<const std::size_t> order) {
    const std::int32_t game = rows_[order.front()].game;
    InputReplay replay(start_of(pack_, game), reuse_);
    const auto first = pack_.offsets[game];
    const std::int64_t last = rows_[order.back()].move;
    std::size_t k = 0;
    for (std::int64_t n = 0;; ++n) {
      if (rows_[order[k]].move - n <= 2) replay.read_ladders();
      for (; k < order.size() && rows_[order[k]].move == n; ++k) fill(replay, order[k]);
      if (n == last) return;
      const int move = pack_.moves[first + n];
      need(move <= g_.area && replay.play(g_.cell[move], replay.to_play()),
           where(game, n + 1) + " cannot be played: point " + std::to_string(move));
    }
  }

 private:
  void fill(InputReplay& replay, std::size_t i) {
    const InputRow& row = rows_[i];
    const InputPosition& position = replay.position(replay.to_play());
    const auto planes = static_cast<std::size_t>(kInputPlanes) * g_.area;
    float* const to = out_.packed ? room_.data() : out_.planes + i * planes;
    fill_inputs(position, row.symmetry, to, out_.globals + i * kInputGlobals);
    if (out_.packed)
      pack_planes(to, g_.area, out_.packed + i * kInputPlanes * packed_bytes(g_.area));
    out_.targets[i] = target(row);
  }

  std::int32_t target(const InputRow& row) const {
    const auto at = pack_.offsets[row.game] + row.move;
    if (at == pack_.offsets[row.game + 1]) return -1;
    const int move = pack_.moves[at];
    if (move >= g_.area) return g_.area;
    return Symmetry(g_, row.symmetry)(move / g_.width, move % g_.width);
  }

  const InputPack& pack_;
  std::span<const InputRow> rows_;
  const InputBatch& out_;
  bool reuse_;
  const Geometry& g_;
  std::vector<float> room_;
};

}  // namespace

void InputPack::check() const {
  need(size >= 1 && size <= kMaxSide, "the board size must be from 1 to 25");
  check_offsets("the offsets of the moves", offsets, games(), moves.size());
  check_offsets("the offsets of the setup stones", setup_offsets, games(), setup.size());
  need(komi.size() == games() && rules.size() == games(),
       "every game must have a first player, a komi and rules");
  for (const float k : komi) need(std::isfinite(k), "every komi must be a finite number");
  for (const std::uint8_t r : rules)
    need(r < kinds.size(), "there are no rules with the number " + std::to_string(r));
}

void fill_batch(const InputPack& pack, std::span<const InputRow> rows, const InputBatch& out,
                bool reuse) {
  for (const InputRow& row : rows) {
    need(row.game >= 0 && static_cast<std::size_t>(row.game) < pack.games(),
         "there is no game " + std::to_string(row.game));
    const auto moves = pack.offsets[row.game + 1] - pack.offsets[row.game];
    need(row.move >= 0 && row.move <= moves,
         where(row.game, row.move) + ": the game has only " + std::to_string(moves) + " moves");
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return rows[a].game != rows[b].game   ? rows[a].game < rows[b].game
           : rows[a].move != rows[b].move ? rows[a].move < rows[b].move
                                          : a < b;
  });
  Batch batch(pack, rows, out, reuse);
  for (std::size_t from = 0, to; from < order.size(); from = to) {
    for (to = from + 1; to < order.size() && rows[order[to]].game == rows[order[from]].game;) ++to;
    batch.run({order.data() + from, to - from});
  }
}

}  // namespace keima
