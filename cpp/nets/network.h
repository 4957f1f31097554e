// An evaluator that is a network in KataGo's format, computed by OpenVINO.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nets/cache.h"
#include "nets/evaluator.h"
#include "nets/openvino.h"
#include "nets/outputs.h"

namespace keima {

class Network : public Evaluator {
 public:
  // `path` is a model for boards of this size, with the inputs `planes` and `globals` and the
  // outputs `policy`, `value`, `score` and `ownership`. Throws std::runtime_error if it is not.
  Network(const std::string& library, const std::string& path, const Geometry& geometry,
          const NetworkHeader& header, int streams, std::size_t cache_bytes);

  const Geometry& geometry() const override { return geometry_; }
  std::unique_ptr<EvaluatorContext> context() override;

  int streams() const { return model_.streams(); }
  std::int64_t cache_hits() const { return cache_.hits(); }

 private:
  class Context;

  openvino::Model model_;
  const Geometry& geometry_;
  NetworkHeader header_;
  EvaluationCache cache_;
};

// All that the evaluation of a query depends on, as one number.
std::uint64_t key_of(const Query& query);

}  // namespace keima
