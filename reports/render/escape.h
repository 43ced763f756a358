#pragma once

#include <string>
#include <string_view>

namespace ttsoak {

// What a run record holds was written by strangers: command lines, error messages of servers,
// environment variables. Each of these makes it harmless in one kind of page.

// For element content and for double-quoted attributes.
std::string escape_html(std::string_view text);

// For XML 1.0, in elements and in double-quoted attributes. What XML cannot hold in any form, most
// control characters and what is not UTF-8, becomes U+FFFD.
std::string escape_xml(std::string_view text);

// For running Markdown text and table cells: one line, nothing in it is markup or HTML.
std::string escape_markdown(std::string_view text);

// A Markdown code span of one line, whatever backticks or pipes `text` holds.
std::string markdown_code(std::string_view text);

// For a terminal: control characters, and with them every escape sequence, become '?'.
std::string escape_terminal(std::string_view text);

// JSON for a <script> element: the same value, but without '<', so that no string in it can end
// the script or open a comment.
std::string json_for_script(std::string json);

}  // namespace ttsoak
