#include "solve/table_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "solve/pvs.h"

namespace keima::solve {
namespace {

constexpr char kMagic[8] = {'k', 'e', 'i', 'm', 'a', 'T', 'T', '1'};

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Close>;

// A file that is taken away again unless it was moved to its place.
struct Fresh {
  std::string path;
  bool kept = false;

  ~Fresh() {
    if (!kept) std::remove(path.c_str());
  }
};

struct Record {
  std::uint64_t place, lock, data;
};

// A running sum of all records, so that a file that was changed or cut is not believed.
std::uint64_t add(std::uint64_t sum, const Record& r) {
  for (const std::uint64_t x : {r.place, r.lock, r.data}) {
    sum = (sum ^ x) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 32;
  }
  return sum;
}

// Could a search have stored it? Moves are used as numbers of bits and as places in lists.
bool sound(const Found& f, int most_move) {
  return f.bound != Bound::kNone && (f.move <= most_move || f.move == Found::kNoMove) &&
         std::abs(f.value) <= kInfinite && (f.depth <= kMaxDepth || f.depth == kForever);
}

void put(std::FILE* f, const void* data, std::size_t bytes, const std::string& path) {
  if (std::fwrite(data, 1, bytes, f) != bytes)
    throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

void take(std::FILE* f, void* data, std::size_t bytes, const std::string& path) {
  if (std::fread(data, 1, bytes, f) != bytes)
    throw std::runtime_error(path + " is cut short or cannot be read");
}

}  // namespace

void save_table(const std::string& path, const std::string& name, const Table& table,
                int least_depth) {
  const std::string fresh = path + ".new";
  File f(std::fopen(fresh.c_str(), "wb"));
  if (!f) throw std::runtime_error("cannot write " + fresh + ": " + std::strerror(errno));
  Fresh unfinished{fresh};
  put(f.get(), kMagic, sizeof kMagic, fresh);
  const std::uint64_t head[2] = {name.size(), table.places()};
  put(f.get(), head, sizeof head, fresh);
  put(f.get(), name.data(), name.size(), fresh);
  std::uint64_t sum = 0;
  table.each(least_depth, [&](std::size_t place, std::uint64_t lock, std::uint64_t data) {
    const Record r{place, lock, data};
    put(f.get(), &r, sizeof r, fresh);
    sum = add(sum, r);
  });
  const Record last{~std::uint64_t{0}, sum, 0};
  put(f.get(), &last, sizeof last, fresh);
  if (std::fflush(f.get()) != 0 || fsync(fileno(f.get())) != 0)
    throw std::runtime_error("cannot write " + fresh + ": " + std::strerror(errno));
  f.reset();
  if (std::rename(fresh.c_str(), path.c_str()) != 0)
    throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
  unfinished.kept = true;
}

std::size_t load_table(const std::string& path, const std::string& name, int most_move,
                       Table& table) {
  File f(std::fopen(path.c_str(), "rb"));
  if (!f) throw std::runtime_error("cannot read " + path + ": " + std::strerror(errno));
  char magic[sizeof kMagic];
  std::uint64_t head[2];
  take(f.get(), magic, sizeof magic, path);
  if (std::memcmp(magic, kMagic, sizeof magic) != 0)
    throw std::runtime_error(path + " is not a saved table of the solver");
  take(f.get(), head, sizeof head, path);
  if (head[0] > 4096) throw std::runtime_error(path + " is broken");
  std::string theirs(head[0], ' ');
  take(f.get(), theirs.data(), theirs.size(), path);
  if (theirs != name)
    throw std::runtime_error(path + " is of another search (" + theirs + "), not of " + name);
  if (head[1] != table.places())
    throw std::runtime_error(path + " is of a table of another size (" +
                             std::to_string(head[1] * 32 >> 20) + " MB)");
  // Read twice: nothing enters the table before the whole file has been seen to be sound.
  const long start = std::ftell(f.get());
  std::size_t n = 0;
  for (int round = 0; round < 2; ++round) {
    if (std::fseek(f.get(), start, SEEK_SET) != 0)
      throw std::runtime_error("cannot read " + path + ": " + std::strerror(errno));
    std::uint64_t sum = 0;
    n = 0;
    for (;; ++n) {
      Record r;
      take(f.get(), &r, sizeof r, path);
      if (r.place == ~std::uint64_t{0}) {
        if (r.lock != sum) throw std::runtime_error(path + " is broken: its sum does not fit");
        break;
      }
      sum = add(sum, r);
      if (round == 0 && !(r.place < table.places() && sound(Table::unpack(r.data), most_move)))
        throw std::runtime_error(path + " is broken: it has an entry that no search could store");
      if (round == 1) table.restore(r.place, r.lock, r.data);
    }
  }
  return n;
}

}  // namespace keima::solve
