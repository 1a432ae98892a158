// SPDX-License-Identifier: Apache-2.0
#include "conformance/contract/document.hpp"

#include <lancespec/core/json.hpp>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/stream.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::size_t most_values = 1'000'000;
constexpr std::size_t deepest = 200;

struct unreadable {
    std::string why;
};

/// Makes the value while the text is read, so that a document past its bounds is never in memory as a whole.
class yaml_reader final : public YAML::EventHandler {
public:
    json::value read(std::istream& text) {
        YAML::Parser(text).HandleNextDocument(*this);
        return std::move(root_);
    }

private:
    void OnDocumentStart(YAML::Mark const&) override {}
    void OnDocumentEnd() override {}
    void OnNull(YAML::Mark const&, YAML::anchor_t anchor) override { add(nullptr, anchor); }
    void OnAlias(YAML::Mark const& mark, YAML::anchor_t anchor) override {
        auto const known = anchored_.find(anchor);
        if (known == anchored_.end()) throw unreadable{fmt::format("line {}: an alias within itself", mark.line + 1)};
        count(known->second.second);
        add(json::value(known->second.first), 0);
    }
    void OnScalar(YAML::Mark const&, std::string const& tag, YAML::anchor_t anchor, std::string const& text) override {
        add(tag == "!" || is_key() ? json::value(text) : plain(text), anchor);
    }
    void OnSequenceStart(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        begin(mark, json::array(), anchor);
    }
    void OnMapStart(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        begin(mark, json::object(), anchor);
    }
    void OnSequenceEnd() override { end(); }
    void OnMapEnd() override { end(); }

    /// A list or a mapping that is not yet whole.
    struct open_value {
        json::value value;
        YAML::anchor_t anchor;
        std::size_t before;              ///< values before it
        std::optional<std::string> key;  ///< of a mapping: the key whose value comes next
    };

    /// Whether what comes next is a key of a mapping.
    [[nodiscard]] bool is_key() const { return !open_.empty() && open_.back().value.is_object() && !open_.back().key; }

    void count(std::size_t more) {
        values_ += more;
        if (values_ > most_values) throw unreadable{"the document has more than 1000000 values"};
    }

    void begin(YAML::Mark const& mark, json::value empty, YAML::anchor_t anchor) {
        if (open_.size() >= deepest) throw unreadable{"the document is nested deeper than 200 levels"};
        if (is_key()) throw unreadable{fmt::format("line {}: a key is a text, not a list or a mapping", mark.line + 1)};
        open_.push_back({std::move(empty), anchor, values_, std::nullopt});
    }

    void end() {
        auto done = std::move(open_.back());
        open_.pop_back();
        place(std::move(done.value), done.anchor, done.before);
    }

    void add(json::value value, YAML::anchor_t anchor) {
        auto const before = values_;
        if (is_key()) {
            auto const* text = value.if_string();
            open_.back().key = text != nullptr ? std::string(*text) : to_json(value);
            count(1);
            return;
        }
        place(std::move(value), anchor, before);
    }

    /// @p before: how many values there were before this one.
    void place(json::value value, YAML::anchor_t anchor, std::size_t before) {
        count(1);
        if (anchor != 0) {
            auto const size = values_ - before;
            count(size);  // the copy
            anchored_[anchor] = {value, size};
        }
        if (open_.empty()) {
            root_ = std::move(value);
        } else if (auto* list = open_.back().value.if_array()) {
            list->push_back(std::move(value));
        } else {
            open_.back().value.get_object()[*open_.back().key] = std::move(value);
            open_.back().key.reset();
        }
    }

    /// A scalar without quotes: what it looks like. JSON's null, booleans and numbers, and YAML's spellings of the
    /// first.
    static json::value plain(std::string const& text) {
        if (text == "~" || text == "Null" || text == "NULL") return nullptr;
        if (text == "True" || text == "TRUE") return true;
        if (text == "False" || text == "FALSE") return false;
        auto const first = text.empty() ? ' ' : text.front();
        bool const may_be_json =
            first == '-' || (first >= '0' && first <= '9') || text == "null" || text == "true" || text == "false";
        if (may_be_json)
            if (auto value = parse_json(text)) return *value;
        return json::value(text);
    }

    std::size_t values_ = 0;
    json::value root_;
    std::vector<open_value> open_;
    std::map<YAML::anchor_t, std::pair<json::value, std::size_t>> anchored_;
};

bool is_plain_key(std::string_view key) {
    constexpr std::string_view words[] = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"};
    return !key.empty() && std::ranges::find(words, key) == std::end(words) && std::ranges::all_of(key, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/' || c == '{' || c == '}';
    }) && key.front() != '{';
}

std::string quoted(std::string_view text) {
    std::string out;
    append_json_string(out, text);
    return out;
}

void write(std::string& out, json::value const& value, std::size_t indent);

void write_members(std::string& out, json::object const& object, std::size_t indent, bool first_is_placed) {
    for (auto const& [key, value] : object) {
        if (!std::exchange(first_is_placed, false)) out += '\n' + std::string(indent, ' ');
        out += is_plain_key(key) ? std::string(key) : quoted(key);
        out += ':';
        write(out, value, indent + 2);
    }
}

void write(std::string& out, json::value const& value, std::size_t indent) {
    if (auto const* object = value.if_object(); object != nullptr && !object->empty()) {
        write_members(out, *object, indent, false);
    } else if (auto const* array = value.if_array(); array != nullptr && !array->empty()) {
        for (auto const& item : *array) {
            out += '\n' + std::string(indent, ' ') + '-';
            if (auto const* inner = item.if_object(); inner != nullptr && !inner->empty()) {
                out += ' ';
                write_members(out, *inner, indent + 2, true);
            } else {
                write(out, item, indent + 2);
            }
        }
    } else {
        out += ' ' + to_json(value);
    }
}

}  // namespace

result<json::value, std::string> parse_document(std::string_view text) {
    using answer = result<json::value, std::string>;
    auto const refuse = [](std::string why) { return answer(boost::system::in_place_error, std::move(why)); };
    if (text.size() > most_bytes) return refuse("the document has more than 64 MiB");
    auto const start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return refuse("the document is empty");
    if (text[start] == '{' || text[start] == '[') {
        auto value = parse_json(text);
        if (!value) return refuse(to_string(value.error()));
        return answer(boost::system::in_place_value, *value);
    }
    try {
        boost::iostreams::stream<boost::iostreams::array_source> in(text.data(), text.size());
        return answer(boost::system::in_place_value, yaml_reader().read(in));
    } catch (unreadable const& e) {
        return refuse(e.why);
    } catch (YAML::Exception const& e) {
        return refuse(fmt::format("not YAML: line {}: {}", e.mark.line + 1, e.msg));
    }
}

std::string to_yaml(json::value const& value) {
    std::string out;
    write(out, value, 0);
    if (out.starts_with('\n') || out.starts_with(' ')) out.erase(0, 1);
    return out + '\n';
}

}  // namespace lancespec::conformance
