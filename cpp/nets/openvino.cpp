#include "nets/openvino.h"

#include <dlfcn.h>

#include <cstddef>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>

namespace keima::openvino {

// As the library declares them; its handles are pointers to types that are not told.
struct Functions {
  using Status = int;

  Status (*core_create)(void** core);
  void (*core_free)(void* core);
  Status (*compile)(const void* core, const char* path, const char* device, std::size_t arguments,
                    void** compiled, ...);
  void (*compiled_free)(void* compiled);
  Status (*create_request)(const void* compiled, void** request);
  void (*request_free)(void* request);
  Status (*get_tensor)(const void* request, const char* name, void** tensor);
  Status (*infer)(void* request);
  Status (*tensor_data)(const void* tensor, void** data);
  Status (*tensor_bytes)(const void* tensor, std::size_t* bytes);
  void (*tensor_free)(void* tensor);
  const char* (*status_text)(Status status);
  const char* (*last_error)();  // null in versions that do not have it

  void check(Status status, const char* what) const {
    if (status == 0) return;
    const char* why = last_error ? last_error() : nullptr;
    if (!why || !*why) why = status_text(status);
    throw std::runtime_error(std::string("OpenVINO cannot ") + what + ": " + (why ? why : "?"));
  }
};

namespace {

template <class F>
void find(void* library, const char* name, F& function, bool needed = true) {
  function = reinterpret_cast<F>(dlsym(library, name));
  if (!function && needed)
    throw std::runtime_error(std::string("OpenVINO has no function ") + name +
                             ": this version is not known");
}

Functions load(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(std::string("OpenVINO cannot be loaded: ") + dlerror());
  Functions f{};
  find(library, "ov_core_create", f.core_create);
  find(library, "ov_core_free", f.core_free);
  find(library, "ov_core_compile_model_from_file", f.compile);
  find(library, "ov_compiled_model_free", f.compiled_free);
  find(library, "ov_compiled_model_create_infer_request", f.create_request);
  find(library, "ov_infer_request_free", f.request_free);
  find(library, "ov_infer_request_get_tensor", f.get_tensor);
  find(library, "ov_infer_request_infer", f.infer);
  find(library, "ov_tensor_data", f.tensor_data);
  find(library, "ov_tensor_get_byte_size", f.tensor_bytes);
  find(library, "ov_tensor_free", f.tensor_free);
  find(library, "ov_get_error_info", f.status_text);
  find(library, "ov_get_last_err_msg", f.last_error, false);
  return f;
}

// Never unloaded: its threads may outlive the last network.
const Functions& functions(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, Functions> loaded;
  const std::lock_guard lock(mutex);
  auto found = loaded.find(path);
  if (found == loaded.end()) found = loaded.emplace(path, load(path)).first;
  return found->second;
}

}  // namespace

Model::Model(const std::string& library, const std::string& path, int streams)
    : f_(functions(library)), streams_(streams) {
  const std::string count = std::to_string(streams);
  // Each stream computes on the thread that asks. Threads are not bound to cores: several engines
  // on one machine would all be bound to the same.
  const char* properties[] = {
      "PERFORMANCE_HINT",   "LATENCY",     "INFERENCE_NUM_THREADS",    count.c_str(),
      "NUM_STREAMS",        count.c_str(), "INFERENCE_PRECISION_HINT", "f32",
      "ENABLE_CPU_PINNING", "NO"};
  const auto* p = properties;
  try {
    f_.check(f_.core_create(&core_), "start");
    f_.check(f_.compile(core_, path.c_str(), "CPU", std::size(properties), &compiled_, p[0], p[1],
                        p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]),
             ("compile " + path).c_str());
  } catch (...) {
    if (core_) f_.core_free(core_);
    throw;
  }
}

std::shared_ptr<const Model> Model::shared(const std::string& library, const std::string& path,
                                           int streams) {
  static std::mutex mutex;
  static std::map<std::tuple<std::string, std::string, int>, std::weak_ptr<const Model>> made;
  const std::lock_guard lock(mutex);  // also while it compiles: the others wait for the same
  std::erase_if(made, [](const auto& entry) { return entry.second.expired(); });
  auto& known = made[{library, path, streams}];
  auto model = known.lock();
  if (!model) known = model = std::make_shared<const Model>(library, path, streams);
  return model;
}

Model::~Model() {
  f_.compiled_free(compiled_);
  f_.core_free(core_);
}

Request::Request(const Model& model) : f_(model.f_) {
  f_.check(f_.create_request(model.compiled_, &request_), "make a request");
}

Request::~Request() { f_.request_free(request_); }

std::span<float> Request::tensor(const char* name) const {
  void* tensor = nullptr;
  const std::string what = std::string("find ") + name + " in the network";
  f_.check(f_.get_tensor(request_, name, &tensor), what.c_str());
  void* data = nullptr;
  std::size_t bytes = 0;
  const int status = f_.tensor_data(tensor, &data) | f_.tensor_bytes(tensor, &bytes);
  f_.tensor_free(tensor);  // the handle; the memory is the request's
  f_.check(status, what.c_str());
  return {static_cast<float*>(data), bytes / sizeof(float)};
}

void Request::run() { f_.check(f_.infer(request_), "compute"); }

}  // namespace keima::openvino
