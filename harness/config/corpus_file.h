#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/workload_spec.h"
#include "probes/base/result.h"

namespace ttsoak {

// Texts to be spoken, and what else stands beside them.
struct Corpus {
  std::vector<std::string> texts;
  std::vector<Row> rows;  // one for each text; empty where there is nothing beside any
};

// Reads a file of texts in UTF-8, by its extension:
//   .csv     RFC 4180, names of columns in the first line; the column "text", the others are rows
//   .jsonl   one object a line; the field "text", the others are rows
//   other    one text a line; empty lines are left out
//
// Errors: it cannot be read, is larger than 16 MiB, is not UTF-8, has no text in it, or an entry
// has none; the message names the place.
Result<Corpus> read_corpus_file(const std::filesystem::path& path);

// The records of a CSV text, each a list of fields. Errors: a quoted field that never ends.
Result<std::vector<std::vector<std::string>>> parse_csv(std::string_view text);

// A list of texts as a config holds it: strings, or objects with "text" and fields of a row.
// Errors: anything else, an empty text, an empty list.
Result<Corpus> parse_texts(const nlohmann::json& list);

// The way back.
nlohmann::json texts_json(const std::vector<std::string>& texts, const std::vector<Row>& rows);

}  // namespace ttsoak
