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
  // The model is one for boards of this size, with the inputs `planes` and `globals` and the
  // outputs `policy`, `value`, `score` and `ownership`. Throws std::runtime_error if it is not.
  Network(std::shared_ptr<const openvino::Model> model, const Geometry& geometry,
          const NetworkHeader& header, std::size_t cache_bytes);

  const Geometry& geometry() const override { return geometry_; }
  std::unique_ptr<EvaluatorContext> context() override;

  int streams() const { return model_->streams(); }
  std::int64_t cache_hits() const { return cache_.hits(); }

 private:
  class Context;

  std::shared_ptr<const openvino::Model> model_;
  const Geometry& geometry_;
  NetworkHeader header_;
  EvaluationCache cache_;
};

// All that the evaluation of a query depends on, as one number.
std::uint64_t key_of(const Query& query);

}  // namespace keima
