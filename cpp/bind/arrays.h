// Numbers for numpy; Python owns them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace keima {

template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T>;

template <class T>
Array<T> shaped_array(std::vector<T> numbers, std::initializer_list<std::size_t> sides) {
  auto* kept = new std::vector<T>(std::move(numbers));
  const nanobind::capsule owner(kept,
                                [](void* p) noexcept { delete static_cast<decltype(kept)>(p); });
  return {kept->data(), sides, owner};
}

template <class T>
Array<T> array_of(std::vector<T> numbers) {
  const std::size_t size = numbers.size();
  return shaped_array(std::move(numbers), {size});
}

// Rows of so many columns; none of none.
template <class T>
Array<T> rows_of(std::vector<T> numbers, std::size_t columns) {
  const std::size_t rows = columns ? numbers.size() / columns : 0;
  return shaped_array(std::move(numbers), {rows, columns});
}

}  // namespace keima
