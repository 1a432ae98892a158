#include "conformance/contract/document.hpp"

#include <lancespec/core/json.hpp>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr std::size_t most_bytes = std::size_t{64} << 20;
constexpr std::size_t most_values = 1'000'000;
constexpr int deepest = 200;

struct unreadable {
    std::string why;
};

class yaml_reader {
public:
    json::value read(YAML::Node const& node, int depth) {
        if (++values_ > most_values) throw unreadable{"the document has more than 1000000 values"};
        if (depth > deepest) throw unreadable{"the document is nested deeper than 200 levels"};
        if (node.IsSequence()) {
            json::array out;
            for (auto const& item : node) out.push_back(read(item, depth + 1));
            return out;
        }
        if (node.IsMap()) {
            json::object out;
            for (auto const& entry : node) out[entry.first.as<std::string>()] = read(entry.second, depth + 1);
            return out;
        }
        if (!node.IsScalar()) return nullptr;
        return node.Tag() == "!" ? json::value(node.Scalar()) : plain(node.Scalar());
    }

private:
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
        return answer(boost::system::in_place_value, yaml_reader().read(YAML::Load(std::string(text)), 0));
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
