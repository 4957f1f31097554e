#include "mlp/judging.h"

#include "mlp/states.h"

namespace keima {

Rank rank_of(std::span<const std::uint8_t> states, std::span<const float> outputs, int move) {
  const float own = distance_to_target(outputs[static_cast<std::size_t>(move)]);
  int better[2] = {}, even[2] = {}, legal = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const float other = distance_to_target(outputs[i]);
    const bool playable = is_playable(states[i]);
    legal += playable;
    better[playable] += other < own;
    even[playable] += other == own;
  }
  const auto middle = [](int before, int same) {
    return static_cast<float>(before) + 0.5f * static_cast<float>(same + 1);
  };
  return {middle(better[0] + better[1], even[0] + even[1]), middle(better[1], even[1]), legal};
}

}  // namespace keima
