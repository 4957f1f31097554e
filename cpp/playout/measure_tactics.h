// Speed of the tactics, on positions of random games.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace keima {

struct TacticsTime {
  std::string name;
  int calls;           // questions in one round
  double nanoseconds;  // a call
};

// About `seconds` for each part.
std::vector<TacticsTime> time_tactics(int width, int height, std::uint64_t seed, double seconds);

}  // namespace keima
