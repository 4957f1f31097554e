// Large tables of zeros straight from the system.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>

namespace keima {

// Memory is taken where the table is used. Large pages, where the system has them, save the
// processor most of its address look-ups.
template <class T>
class ZeroPages {
 public:
  ZeroPages() = default;
  explicit ZeroPages(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    void* const p =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    madvise(p, bytes, MADV_HUGEPAGE);
    data_ = std::unique_ptr<T[], Release>(static_cast<T*>(p), Release{bytes});
  }
  // All zeros again.
  void clear() {
    if (data_) madvise(data_.get(), data_.get_deleter().bytes, MADV_DONTNEED);
  }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  struct Release {
    std::size_t bytes = 0;
    void operator()(T* p) const { munmap(p, bytes); }
  };
  std::unique_ptr<T[], Release> data_;
};

}  // namespace keima
