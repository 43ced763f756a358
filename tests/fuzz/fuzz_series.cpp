// Throws damaged files at what reads series of memory: none may crash, and what is read must be a
// series that judge_growth() answers about.
//
//   fuzz_series ITERATIONS SEED

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "harness/series/series_file.h"
#include "reports/trend/growth_of_both.h"

namespace {

using Random = std::mt19937_64;

const std::vector<std::string> kSeeds = {
    "requests,rss_bytes,live_bytes,lifetime\n25,100,50,0\n50,110,,0\n75,120,60,1\n100,130,61,1\n",
    "rss_bytes,requests\r\n1e9,25\r\n1.1e9,50\r\n\r\n1.2e9,75\r\n",
    R"({"status":"success","data":{"resultType":"matrix","result":[)"
    R"({"metric":{"__name__":"process_resident_memory_bytes"},"values":[[60,"1"],[120,"2"]]},)"
    R"({"metric":{"__name__":"http_requests_total"},"values":[[60,"5"],[120,"9"]]}]}})"};

void edit(std::string& text, Random& random) {
  static const std::vector<std::string> pieces = {"\n",   ",",      "requests", "\"",   "nan",
                                                  "inf",  "-1e308", "1e999",    "[[[[", "\\u",
                                                  "null", "{\"",    "__name__", "\r",   "\xFF"};
  const std::size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 4) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.insert(at, pieces[random() % pieces.size()]);
      break;
    case 2:
      text.erase(at, 1 + random() % 9);
      break;
    default:
      if (!text.empty()) text[at] = static_cast<char>(random());
  }
}

bool is_whole(const ttsoak::TroughSeries& series) {
  return series.bytes.size() == series.requests.size() &&
         series.lifetime.size() == series.requests.size();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: fuzz_series ITERATIONS SEED\n";
    return 2;
  }
  Random random(std::strtoull(argv[2], nullptr, 10));
  const long iterations = std::strtol(argv[1], nullptr, 10);
  for (long i = 0; i < iterations; ++i) {
    std::string text = kSeeds[random() % kSeeds.size()];
    for (int edits = 1 + static_cast<int>(random() % 4); edits > 0; --edits) edit(text, random);
    const auto series = ttsoak::parse_series(text);
    if (!series.ok()) {
      if (!series.error().message.empty()) continue;
      std::cerr << "an error without words for: " << text << '\n';
      return 1;
    }
    const auto& [rss, live] = series.value();
    const auto growth = ttsoak::judge_growth_of_both(rss, live, 10240, 10240, {});
    if (!is_whole(rss) || !is_whole(live) || growth.rss.why.empty()) {
      std::cerr << "read as no series: " << text << '\n';
      return 1;
    }
  }
  return 0;
}
