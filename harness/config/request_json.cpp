#include "harness/config/request_fields.h"
#include "harness/config/sections.h"

namespace ttsoak {
namespace {

using nlohmann::json;

json step_json(const RequestStep& step) {
  json out = {{"method", step.method},   {"path", step.path}, {"query", step.query},
              {"headers", step.headers}, {"body", step.body}, {"save", step.save}};
  if (!step.form.empty()) out["form"] = step.form;
  if (!step.multipart.empty()) out["multipart"] = step.multipart;
  if (!step.event.empty()) out["event"] = step.event;
  return out;
}

}  // namespace

json request_json(const RequestSpec& request) {
  const AudioSpec& audio = request.audio;
  json out = {{"expect", request.expect},
              {"content_type", request.content_type},
              {"pcm_rate", request.pcm_rate},
              {"audio",
               {{"in", name_of(audio.in)},
                {"pointer", audio.pointer},
                {"done", audio.done},
                {"error", audio.error}}},
              {"voices",
               {{"path", request.voices.path},
                {"pointer", request.voices.pointer},
                {"otherwise", request.voices.otherwise}}}};
  if (request.steps.size() == 1) {
    out.update(step_json(request.steps.front()));
  } else {
    for (const RequestStep& step : request.steps) out["steps"].push_back(step_json(step));
  }
  return out;
}

}  // namespace ttsoak
