#include "playout/patterns.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace keima {
namespace {

// The colours that a character allows, as bits 1 << Color with X black; 0 if it is none.
unsigned colors_of(char symbol) {
  constexpr unsigned empty = 1 << kEmpty, own = 1 << kBlack, enemy = 1 << kWhite;
  switch (symbol) {
    case '.':
      return empty;
    case 'X':
      return own;
    case 'O':
      return enemy;
    case 'x':
      return own | empty;
    case 'o':
      return enemy | empty;
    case '?':
      return own | enemy | empty;
    case '-':
    case '|':
    case '+':
      return 1 << kWall;
    default:
      return 0;
  }
}

// The eight neighbours in reading order; the middle is left out.
using Cells = std::array<unsigned, 9>;

// Where the pairs of a code lie in a drawing: N W E S NW NE SW SE.
constexpr std::array<int, 8> kDrawn = {1, 3, 5, 7, 0, 2, 6, 8};

Cells turned(const Cells& c) { return {c[6], c[3], c[0], c[7], c[4], c[1], c[8], c[5], c[2]}; }
Cells mirrored(const Cells& c) { return {c[2], c[1], c[0], c[5], c[4], c[3], c[8], c[7], c[6]}; }

// Is what lies off the board the neighbourhood of some point of some board?
bool is_border(const Cells& cells) {
  const auto off = [&](int i) { return cells[i] == 1 << kWall; };
  const bool n = off(1), w = off(3), e = off(5), s = off(7);
  return off(0) == (n || w) && off(2) == (n || e) && off(6) == (s || w) && off(8) == (s || e);
}

[[noreturn]] void fail(int line, int column, const std::string& what) {
  throw std::invalid_argument("pattern line " + std::to_string(line) + ", column " +
                              std::to_string(column) + ": " + what);
}

template <class F>
void each_code(const Cells& cells, int pair, unsigned code, const F& f) {
  if (pair == 8) return f(code);
  for (unsigned color = 0; color < 4; ++color)
    if (cells[kDrawn[pair]] >> color & 1) each_code(cells, pair + 1, code | color << 2 * pair, f);
}

}  // namespace

PatternTable::PatternTable(std::string_view text, std::shared_ptr<const Gammas> gammas,
                           std::shared_ptr<const TrainedPolicy> trained)
    : gammas_(std::move(gammas)), trained_(std::move(trained)) {
  for (auto& table : weight_) table.assign(1 << 16, 0);

  Cells cells{};
  int rows = 0, line = 0, weight = 1;
  const auto finish = [&] {
    if (!rows) return;
    if (rows < 3) fail(line, 1, "expected 3 rows, got " + std::to_string(rows));
    ++patterns_;
    for (int i = 0; i < 8; ++i) {
      each_code(cells, 0, 0, [&](unsigned code) {
        auto& black = weight_[0][code];
        auto& white = weight_[1][Board::swap_colors(code)];
        black = white = std::max<std::uint8_t>(black, static_cast<std::uint8_t>(weight));
      });
      cells = turned(cells);
      if (i == 3) cells = mirrored(cells);
    }
    rows = 0;
    weight = 1;
  };

  bool weighted = false;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
    row = row.substr(0, row.find('#'));
    while (!row.empty() && (row.back() == ' ' || row.back() == '\t' || row.back() == '\r'))
      row.remove_suffix(1);
    if (row.empty()) {
      finish();
      weighted = false;
      continue;
    }
    if (row[0] == ':') {
      if (rows != 3 || weighted) fail(line, 1, "a weight must follow the 3 rows of a pattern");
      weight = 0;
      for (std::size_t i = 1; i < row.size(); ++i) {
        if (row[i] < '0' || row[i] > '9')
          fail(line, static_cast<int>(i) + 1, std::string("'") + row[i] + "' is not a digit");
        weight = std::min(10 * weight + (row[i] - '0'), 1000);
      }
      if (weight < 1 || weight > 255)
        fail(line, 2, "the weight must be from 1 to 255, got '" + std::string(row.substr(1)) + "'");
      weighted = true;
      continue;
    }
    if (rows == 3) fail(line, 1, "a pattern has 3 rows; expected an empty line");
    for (int i = 0; i < static_cast<int>(row.size()) && i < 3; ++i) {
      const bool middle = rows == 1 && i == 1;
      cells[3 * rows + i] = middle ? 0 : colors_of(row[i]);
      if (middle ? row[i] != '*' : !cells[3 * rows + i])
        fail(line, i + 1,
             std::string("unexpected '") + row[i] + "', expected " +
                 (middle ? "*" : "one of . X O x o ? - | +"));
    }
    if (row.size() != 3)
      fail(line, static_cast<int>(std::min<std::size_t>(row.size(), 3)) + 1,
           "a row has 3 characters, got " + std::to_string(row.size()));
    if (++rows == 3 && !is_border(cells))
      fail(line - 2, 1, "what is off the board must be whole rows or columns");
  }
  finish();
  for (int c = 0; c < 2; ++c)
    for (unsigned code = 0; code < 1 << 16; ++code)
      match_[c][code >> 6] |= std::uint64_t{weight_[c][code] != 0} << (code & 63);
}

int PatternTable::neighbourhoods() const {
  return static_cast<int>(
      std::count_if(weight_[0].begin(), weight_[0].end(), [](std::uint8_t w) { return w != 0; }));
}

}  // namespace keima
