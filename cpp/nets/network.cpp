#include "nets/network.h"

#include <bit>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace keima {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a + b + 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t key_of(const Board* board) {
  if (!board) return 0;
  return mix(board->hash(), static_cast<std::uint64_t>(board->ko()) * 4 + board->ko_color());
}

// Bits of a float that the softmax and the tanh make of finite numbers.
void check_finite(const Evaluation& e) {
  float sum = e.win + e.loss + e.no_result + e.score + e.stdev + e.lead + e.policy.back();
  sum += e.win_error + e.score_error;
  for (const float owner : e.ownership) sum += owner;
  if (!std::isfinite(sum)) throw std::runtime_error("the network puts out what is no number");
}

}  // namespace

std::uint64_t key_of(const Query& query) {
  const InputPosition& p = query.position;
  const InputRules& r = p.rules;
  std::uint64_t key = mix(key_of(p.board), key_of(p.before));
  key = mix(key, key_of(p.earlier));
  key = mix(key, p.to_play);
  for (int i = 0; i < p.move_count; ++i)
    key = mix(key, 1 + p.moves[static_cast<std::size_t>(i)].point * 4u +
                       p.moves[static_cast<std::size_t>(i)].color);
  key = mix(key, static_cast<std::uint64_t>(p.pass_ends) | p.pass_repeats << 1 | p.over << 2 |
                     p.button << 3 | p.passing_hacks << 4 | p.conservative_pass << 5 |
                     r.suicide << 6 | r.territory << 7 | r.friendly_pass << 8 |
                     (query.symmetry + 1) << 20 | static_cast<int>(r.ko) << 12 |
                     static_cast<int>(r.tax) << 16);
  key = mix(key, std::bit_cast<std::uint64_t>(p.white_bonus));
  key = mix(key, std::bit_cast<std::uint64_t>(p.playout_doublings));
  key = mix(key, std::bit_cast<std::uint32_t>(query.temperature));
  key = mix(key, std::bit_cast<std::uint32_t>(query.optimism));
  if (p.banned && *p.banned != PointSet{})  // none is the same as an empty set
    for (const std::uint32_t row : p.banned->rows) key = mix(key, row);
  return mix(key, query.symmetry == kAnySymmetry ? query.seed : 0);
}

// A request with its inputs and outputs.
class Network::Context : public EvaluatorContext {
 public:
  explicit Context(Network& network)
      : network_(network),
        request_(*network.model_),
        planes_(request_.tensor("planes")),
        globals_(request_.tensor("globals")),
        raw_{request_.tensor("policy"), request_.tensor("value"), request_.tensor("score"),
             request_.tensor("ownership")} {
    const auto area = static_cast<std::size_t>(network.geometry_.area);
    if (planes_.size() != kInputPlanes * area || globals_.size() != kInputGlobals ||
        raw_.policy.empty() || raw_.policy.size() % (area + 1) || raw_.value.size() != 3 ||
        raw_.score.size() < 4 || raw_.ownership.size() != area)
      throw std::runtime_error("the network is not one for this size of board");
  }

  void evaluate(std::span<const Query> queries, std::span<Evaluated> values) override {
    for (std::size_t i = 0; i < queries.size(); ++i) values[i] = evaluate(queries[i]);
  }

  double seconds() const override { return std::chrono::duration<double>(time_).count(); }
  std::int64_t count() const override { return count_; }

 private:
  Evaluated evaluate(const Query& query) {
    const std::uint64_t key = key_of(query);
    if (Evaluated known = network_.cache_.find(key)) return known;
    const auto symmetries = network_.geometry_.width == network_.geometry_.height ? 8u : 4u;
    const int symmetry = query.symmetry == kAnySymmetry ? static_cast<int>((key >> 40) % symmetries)
                                                        : query.symmetry;
    InputPosition position = query.position;
    position.suicide_area = network_.header_.suicide_area;
    fill_inputs(position, symmetry, planes_.data(), globals_.data());
    const auto start = Clock::now();
    request_.run();
    time_ += Clock::now() - start;
    ++count_;
    auto made =
        std::make_shared<const Evaluation>(read_outputs(raw_, network_.header_, query, symmetry));
    check_finite(*made);
    network_.cache_.put(key, made);
    return made;
  }

  Network& network_;
  openvino::Request request_;
  std::span<float> planes_, globals_;
  RawOutputs raw_;
  Clock::duration time_{};
  std::int64_t count_ = 0;
};

Network::Network(std::shared_ptr<const openvino::Model> model, const Geometry& geometry,
                 const NetworkHeader& header, std::size_t cache_bytes)
    : model_(std::move(model)),
      geometry_(geometry),
      header_(header),
      cache_(cache_bytes, geometry) {
  context();  // throws now if the model is another one
}

std::unique_ptr<EvaluatorContext> Network::context() { return std::make_unique<Context>(*this); }

}  // namespace keima
