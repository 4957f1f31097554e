#include "solve/worths.h"

#include <algorithm>

namespace keima::solve {

WorthTable::WorthTable(int most) : mask_((std::size_t{1} << 10) - 1) {
  const auto top = static_cast<std::int8_t>(most), bottom = static_cast<std::int8_t>(-most);
  unknown_ = {kFree, 0, bottom, top, bottom, top, 0, 0};
  table_ = std::make_unique_for_overwrite<Worths[]>(slots());
  std::fill_n(table_.get(), slots(), unknown_);
}

Worths& WorthTable::at(std::uint64_t key) {
  if (size_ >= most()) grow();
  std::size_t i = place(key);
  for (; table_[i].mine != kFree; i = (i + 1) & mask_)
    if ((std::uint64_t{table_[i].theirs} << 32 | table_[i].mine) == key) return table_[i];
  ++size_;
  table_[i].mine = static_cast<std::uint32_t>(key);
  table_[i].theirs = static_cast<std::uint32_t>(key >> 32);
  return table_[i];
}

void WorthTable::grow() {
  const std::size_t before = slots();
  auto larger = std::make_unique_for_overwrite<Worths[]>(2 * before);
  std::fill_n(larger.get(), 2 * before, unknown_);
  mask_ = 2 * before - 1;
  for (std::size_t j = 0; j < before; ++j) {
    const Worths& w = table_[j];
    if (w.mine == kFree) continue;
    std::size_t i = place(std::uint64_t{w.theirs} << 32 | w.mine);
    while (larger[i].mine != kFree) i = (i + 1) & mask_;
    larger[i] = w;
  }
  table_ = std::move(larger);
}

}  // namespace keima::solve
