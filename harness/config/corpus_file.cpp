#include "harness/config/corpus_file.h"

#include <algorithm>

#include "harness/config/replay_file.h"
#include "harness/config/texts_file.h"

namespace ttsoak {
namespace {

using nlohmann::json;

Result<Corpus> with_rows_only_if_any(Corpus corpus) {
  if (std::all_of(corpus.rows.begin(), corpus.rows.end(),
                  [](const Row& row) { return row.empty(); })) {
    corpus.rows.clear();
  }
  return corpus;
}

Result<Corpus> corpus_of_csv(const std::string& content) {
  const auto records = parse_csv(content);
  if (!records.ok()) return records.error();
  if (records.value().empty()) return Error{"no text in it"};
  const std::vector<std::string>& names = records.value().front();
  if (std::find(names.begin(), names.end(), "text") == names.end()) {
    return Error{"no column \"text\"; name the columns in the first line"};
  }
  json list = json::array();
  for (std::size_t i = 1; i < records.value().size(); ++i) {
    const std::vector<std::string>& fields = records.value()[i];
    if (fields.size() != names.size()) {
      return Error{"record " + std::to_string(i + 1) + ": " + std::to_string(fields.size()) +
                   " fields, the first line has " + std::to_string(names.size())};
    }
    json one = json::object();
    for (std::size_t k = 0; k < names.size(); ++k) one[names[k]] = fields[k];
    list.push_back(std::move(one));
  }
  return parse_texts(list);
}

Result<Corpus> corpus_of_lines(const std::vector<std::string>& lines) {
  json list = json::array();
  for (const std::string& line : lines) {
    list.push_back(json::parse(line, nullptr, false));
    if (!list.back().is_object()) {
      return Error{"text " + std::to_string(list.size()) + ": not a JSON object"};
    }
  }
  return parse_texts(list);
}

bool is_utf8(const std::string& text) {
  try {
    (void)json(text).dump();
    return true;
  } catch (const json::type_error&) {
    return false;
  }
}

}  // namespace

Result<std::vector<std::vector<std::string>>> parse_csv(std::string_view text) {
  std::vector<std::vector<std::string>> records;
  std::vector<std::string> record(1);
  bool quoted = false;
  const auto end_record = [&] {
    if (record.size() > 1 || !record.front().empty()) records.push_back(std::move(record));
    record = {""};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      const bool doubled = c == '"' && i + 1 < text.size() && text[i + 1] == '"';
      if (c != '"' || doubled) record.back() += c;
      if (doubled) ++i;
      if (c == '"' && !doubled) quoted = false;
    } else if (c == '"' && record.back().empty()) {
      quoted = true;
    } else if (c == ',') {
      record.emplace_back();
    } else if (c == '\n') {
      end_record();
    } else if (c != '\r' || i + 1 >= text.size() || text[i + 1] != '\n') {
      record.back() += c;
    }
  }
  if (quoted) return Error{"a quoted field never ends"};
  end_record();
  return records;
}

Result<Corpus> parse_texts(const json& list) {
  if (!list.is_array() || list.empty()) return Error{"no text in it"};
  Corpus corpus;
  for (const json& one : list) {
    const json& text = one.is_object() && one.contains("text") ? one["text"] : one;
    if (!text.is_string() || text.get_ref<const std::string&>().empty()) {
      return Error{"text " + std::to_string(corpus.texts.size() + 1) +
                   ": expected a string that is not empty"};
    }
    corpus.texts.push_back(text.get<std::string>());
    corpus.rows.push_back(one.is_object() ? row_of(one, {"text"}) : Row());
  }
  return with_rows_only_if_any(std::move(corpus));
}

Result<Corpus> read_corpus_file(const std::filesystem::path& path) {
  Result<Corpus> corpus = Error{"no text in it"};
  if (path.extension() == ".csv") {
    const Result<std::string> content = read_small_file(path);
    if (!content.ok()) return content.error();
    corpus = is_utf8(content.value()) ? corpus_of_csv(content.value())
                                      : Error{"not UTF-8; convert it, e.g. with iconv"};
  } else {
    Result<std::vector<std::string>> lines = read_texts_file(path);
    if (!lines.ok()) return lines.error();
    if (path.extension() != ".jsonl") return Corpus{std::move(lines).value(), {}};
    corpus = corpus_of_lines(lines.value());
  }
  if (!corpus.ok()) return corpus.error().with_context(path.string());
  return corpus;
}

json texts_json(const std::vector<std::string>& texts, const std::vector<Row>& rows) {
  if (rows.empty()) return texts;
  json list = json::array();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    json one = json::object();
    for (const auto& [key, value] : rows[i]) one[key] = value;
    one["text"] = texts[i];
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace ttsoak
