// OpenVINO through its C library, which is loaded when the first network is: Keima builds without
// it and needs no header of it. Tensors are the library's own, so that types and shapes of its
// interface are not needed either.
#pragma once

#include <memory>
#include <span>
#include <string>

namespace keima::openvino {

struct Functions;  // those of the library that are used

// A network compiled for the processor.
class Model {
 public:
  // `library` is the path of libopenvino_c, `path` that of a model in OpenVINO's own format. Each
  // of `streams` threads can compute at the same time, alone. Throws std::runtime_error that says
  // what the library says.
  Model(const std::string& library, const std::string& path, int streams);
  // The same, one for all who have asked with these arguments and still hold it. More than
  // `streams` threads may use it, each with its own request: they wait for each other.
  static std::shared_ptr<const Model> shared(const std::string& library, const std::string& path,
                                             int streams);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  int streams() const { return streams_; }

 private:
  friend class Request;

  const Functions& f_;
  void* core_ = nullptr;
  void* compiled_ = nullptr;
  int streams_;
};

// What one thread needs to compute with a model; the model must live longer.
class Request {
 public:
  explicit Request(const Model& model);
  ~Request();
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  // The memory of an input or output by its name. It stays where it is.
  std::span<float> tensor(const char* name) const;
  void run();

 private:
  const Functions& f_;
  void* request_ = nullptr;
};

}  // namespace keima::openvino
