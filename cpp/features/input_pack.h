// Many games in one block of memory, and batches of what a network sees at their positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "features/inputs.h"

namespace keima {

// Games of one board size whose colours alternate. Points are row-major, `area` is a pass.
struct InputPack {
  int size = 19;
  std::vector<std::uint16_t> moves;
  std::vector<std::int64_t> offsets;  // game i has the moves from offsets[i] to offsets[i + 1]
  std::vector<std::uint8_t> first;    // 0 if Black begins, 1 if White
  std::vector<std::uint16_t> setup;   // stones placed before: a point, plus kWhiteStone for White
  std::vector<std::int64_t> setup_offsets;
  std::vector<float> komi;          // White's, with the compensation for handicap stones
  std::vector<std::uint8_t> rules;  // which of `kinds`
  std::vector<InputRules> kinds;

  static constexpr std::uint16_t kWhiteStone = 0x8000;

  std::size_t games() const { return first.size(); }
  // Throws std::invalid_argument if the parts do not fit together. To be called once, before
  // anything else; whether the moves are legal is found when they are played.
  void check() const;
};

// A position of a batch.
struct InputRow {
  std::int32_t game;
  std::int32_t move;  // how many moves are made before it
  std::uint8_t symmetry;
};

// Where a batch goes; of each array the part of row i follows that of row i - 1.
struct InputBatch {
  float* planes = nullptr;          // [22][size][size] for each row, unless `packed` is given
  std::uint8_t* packed = nullptr;   // [22][packed_bytes]: eight points to a byte, first is highest
  float* globals = nullptr;         // [19]
  std::int32_t* targets = nullptr;  // the next move under the symmetry; -1 after the last
};

constexpr int packed_bytes(int area) { return (area + 7) / 8; }

// Fills a batch. Each game is played once however many of its positions are wanted, in whatever
// order; with `reuse` the ladders of each board are read once (see InputReplay). Throws
// std::invalid_argument that names game and move for a move that cannot be played, and for rows
// that do not exist; what is in the arrays then is unspecified.
void fill_batch(const InputPack& pack, std::span<const InputRow> rows, const InputBatch& out,
                bool reuse = true);

}  // namespace keima
