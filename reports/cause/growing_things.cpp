#include "reports/cause/growing_things.h"

#include <algorithm>

#include "reports/record/names.h"

namespace ttsoak {
namespace {

GrowingThing describe(const SeriesTrend& count) {
  GrowingThing thing;
  thing.count_per_request = count.rate();
  thing.first_count = count.first();
  thing.last_count = count.last();
  thing.slows_down = count.shape == GrowthShape::saturating;
  return thing;
}

}  // namespace

std::vector<GrowingThing> growing_things(const Facts& facts) {
  std::vector<GrowingThing> all;
  for (const ThingTrend& trend : facts.things) {
    if (!trend.count.grows && !trend.bytes.grows) continue;
    GrowingThing thing = describe(trend.count);
    thing.process = trend.things->process;
    thing.kind = to_string(trend.things->kind);
    thing.name = trend.things->name;
    thing.last_bytes = trend.bytes.last();
    if (trend.bytes.grows) thing.bytes_per_request = trend.bytes.rate();
    all.push_back(std::move(thing));
  }
  for (const TypeTrend& trend : facts.types) {
    if (!trend.objects.grows) continue;
    GrowingThing thing = describe(trend.objects);
    thing.process = trend.type->process;
    thing.kind = "python_object";
    thing.name = trend.type->type;
    all.push_back(std::move(thing));
  }
  const auto is_object = [](const GrowingThing& thing) { return thing.kind == "python_object"; };
  std::stable_sort(all.begin(), all.end(), [&](const GrowingThing& a, const GrowingThing& b) {
    if (is_object(a) != is_object(b)) return is_object(b);
    return a.count_per_request.mean > b.count_per_request.mean;
  });
  return all;
}

}  // namespace ttsoak
