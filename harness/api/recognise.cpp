#include "harness/api/recognise.h"

#include <chrono>
#include <map>

#include "harness/drive/http_get.h"

namespace ttsoak {
namespace {

// By path: the answer, or why there is none.
using Answers = std::map<std::string, Result<HttpAnswer>>;

Answers ask_all(const Endpoint& endpoint, const TargetSpec& target) {
  constexpr std::chrono::seconds kPatience{5};
  Answers answers;
  for (const Recipe& recipe : recipes()) {
    if (!recipe.probe || answers.contains(recipe.probe->path)) continue;
    answers.emplace(recipe.probe->path, http_get(endpoint, recipe.probe->path, kPatience, target));
  }
  return answers;
}

bool fits(const Probe& probe, const Answers& answers) {
  const Result<HttpAnswer>& answer = answers.at(probe.path);
  return answer.ok() && answer.value().status == probe.status &&
         answer.value().body.find(probe.text) != std::string::npos;
}

std::string reason(const Probe& probe) {
  std::string why = "GET " + probe.path + " answers " + std::to_string(probe.status);
  if (!probe.text.empty()) why += " with " + probe.text + " in it";
  return why;
}

std::vector<const Recipe*> fitting(const Answers& answers, bool last) {
  std::vector<const Recipe*> found;
  for (const Recipe& recipe : recipes()) {
    if (!recipe.probe || recipe.probe->last != last) continue;
    if (fits(*recipe.probe, answers)) found.push_back(&recipe);
  }
  return found;
}

std::string told(const Answers& answers) {
  std::string text;
  for (const auto& [path, answer] : answers) {
    text += "\n  GET " + path + ": " +
            (answer.ok() ? std::to_string(answer.value().status) : answer.error().message);
  }
  return text;
}

}  // namespace

Result<Recognised> recognise(const TargetSpec& target) {
  const Result<Endpoint> endpoint = parse_endpoint(target.url);
  if (!endpoint.ok()) return endpoint.error();
  if (endpoint.value().scheme == Scheme::tcp) {
    Result<Recipe> wyoming = find_recipe("wyoming");
    if (!wyoming.ok()) return wyoming.error();
    return Recognised{std::move(wyoming).value(), "the URL is tcp://"};
  }
  if (Status nobody = try_connect(endpoint.value(), std::chrono::seconds(5))) {
    return Error{target.url + ": " + nobody->message +
                 "; --api auto asks a server that runs already: start it first, or name its api"};
  }
  const Answers answers = ask_all(endpoint.value(), target);
  for (const bool last : {false, true}) {
    const auto found = fitting(answers, last);
    if (found.size() == 1) return Recognised{*found.front(), reason(*found.front()->probe)};
    if (found.size() > 1) {
      std::string names;
      for (const Recipe* recipe : found) {
        names += "\n  " + recipe->name + ": " + reason(*recipe->probe);
      }
      return Error{target.url + ": may be any of these; name one with --api" + names};
    }
  }
  return Error{target.url +
               ": no server that is known; name one with --api (see 'ttsoak apis'), or write a "
               "config. Asked were:" +
               told(answers)};
}

}  // namespace ttsoak
