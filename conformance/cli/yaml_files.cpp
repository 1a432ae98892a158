#include "conformance/cli/yaml_files.hpp"

#include "conformance/cli/commands.hpp"
#include "conformance/cli/misused.hpp"
#include "conformance/engine/registry.hpp"

#include <lancespec/core/identifier.hpp>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace lancespec::conformance {
namespace {

constexpr std::size_t longest_file = std::size_t{1} << 20;

/// Something wrong at a place of the file that is being read.
struct wrong {
    int line;  ///< from 1; 0: the file as a whole
    std::string what;
};

wrong at(YAML::Node const& node, std::string what) {
    return {node.Mark().line + 1, std::move(what)};
}

YAML::Node load(std::string const& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw wrong{0, "cannot be read"};
    std::string text(longest_file + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad()) throw wrong{0, "cannot be read; is it a folder?"};
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > longest_file) throw wrong{0, "is over 1 MiB, which is no file of this kind"};
    return YAML::Load(text);
}

/// What @p read makes of the file, or a sentence.
template <class T>
result<T, std::string> reading(std::string const& file, T (*read)(YAML::Node const&, void const*), void const* more) {
    try {
        return read(load(file), more);
    } catch (wrong const& e) {
        return e.line > 0 ? fmt::format("{}, line {}: {}", file, e.line, e.what) : fmt::format("{} {}", file, e.what);
    } catch (misused const& e) {
        return fmt::format("{}: {}", file, e.text);
    } catch (YAML::Exception const& e) {
        return fmt::format("{}, line {}: {}", file, e.mark.line + 1, e.msg);
    }
}

std::string joined(std::vector<std::string> const& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

/// Refuses members of the mapping @p node that are not in @p known.
void only(YAML::Node const& node, std::string_view what, std::vector<std::string> const& known) {
    if (!node.IsMap()) throw at(node, fmt::format("{} is a mapping with {}", what, joined(known)));
    std::vector<std::string> seen;
    for (auto const& member : node) {
        auto const key = member.first.as<std::string>();
        if (std::ranges::find(known, key) == known.end())
            throw at(member.first, fmt::format("{} has no {}; it has {}", what, key, joined(known)));
        if (std::ranges::find(seen, key) != seen.end())
            throw at(member.first, fmt::format("{} has {} twice", what, key));
        seen.push_back(key);
    }
}

std::string text(YAML::Node const& node, std::string_view what) {
    if (!node.IsScalar()) throw at(node, fmt::format("{} is a text", what));
    return node.Scalar();
}

/// `demo$items`, or a list of names.
std::vector<std::string> names(YAML::Node const& node, std::string_view what) {
    if (node.IsScalar()) return names_of(fmt::format("line {}: {}", node.Mark().line + 1, what), node.Scalar(), false);
    if (!node.IsSequence() || node.size() == 0)
        throw at(node, fmt::format("{} is a name like demo$items, or a list of names", what));
    std::vector<std::string> out;
    for (auto const& name : node) {
        out.push_back(text(name, "a name"));
        if (out.back().empty()) throw at(name, "a name is not empty");
    }
    return out;
}

fixture fixture_of(YAML::Node const& root, void const* from) {
    auto out = *static_cast<fixture const*>(from);
    only(root, "a fixture", {"table", "view", "chunker_view"});
    if (auto const table = root["table"]) {
        only(table, "table", {"id", "column", "nested_column", "ordinary_column"});
        if (!table["id"]) throw at(table, "table needs id, the names of an existing table");
        if (!table["column"]) throw at(table, "table needs column, the path of a virtual or computed column");
        out.table = names(table["id"], "id");
        out.table_exists = true;
        out.column = text(table["column"], "column");
        if (out.column.empty()) throw at(table["column"], "column is the path of a column");
        out.nested_column = table["nested_column"] ? text(table["nested_column"], "nested_column") : std::string{};
        out.ordinary_column =
            table["ordinary_column"] ? text(table["ordinary_column"], "ordinary_column") : std::string{};
    }
    if (auto const view = root["view"]) {
        only(view, "view", {"id"});
        if (!view["id"]) throw at(view, "view needs id, the names of an existing materialized view");
        out.view = names(view["id"], "id");
        out.view_exists = true;
        out.chunker_view.clear();
    }
    if (auto const view = root["chunker_view"]) {
        only(view, "chunker_view", {"id"});
        if (!view["id"]) throw at(view, "chunker_view needs id, the names of an existing chunker view");
        out.chunker_view = names(view["id"], "id");
    }
    return out;
}

void add_option(std::vector<std::string>& out, std::string const& key, YAML::Node const& value) {
    if (!value.IsScalar()) throw at(value, fmt::format("{} is a text, a number, true or false", key));
    if (value.Scalar() == "false" || value.IsNull()) return;
    if (value.Scalar() == "true")
        out.push_back("--" + key);
    else
        out.push_back(fmt::format("--{}={}", key, value.Scalar()));
}

std::vector<std::string> options_of(YAML::Node const& root, void const* from) {
    auto const& known = *static_cast<std::vector<std::string> const*>(from);
    std::vector<std::string> out;
    if (root.IsNull()) return out;
    only(root, "a configuration", known);
    for (auto const& member : root) {
        auto const key = member.first.as<std::string>();
        if (key == "url")
            out.push_back(text(member.second, key));
        else if (member.second.IsSequence())
            for (auto const& one : member.second) add_option(out, key, one);
        else
            add_option(out, key, member.second);
    }
    return out;
}

bool is_date(std::string_view s) {
    if (s.size() != 10 || s[4] != '-' || s[7] != '-') return false;
    for (std::size_t const i : {0, 1, 2, 3, 5, 6, 8, 9})
        if (s[i] < '0' || s[i] > '9') return false;
    return s.substr(5, 2) >= "01" && s.substr(5, 2) <= "12" && s.substr(8, 2) >= "01" && s.substr(8, 2) <= "31";
}

std::vector<known_failure> known_failures_of(YAML::Node const& root, void const*) {
    std::vector<known_failure> out;
    if (root.IsNull()) return out;
    if (!root.IsSequence()) throw at(root, "known failures are a list of {check, reason, link, expires}");
    for (auto const& one : root) {
        only(one, "a known failure", {"check", "reason", "link", "expires"});
        if (!one["check"]) throw at(one, "a known failure needs check, the id of a check");
        if (!one["reason"]) throw at(one, "a known failure needs reason: why it is put up with");
        known_failure f;
        f.check = text(one["check"], "check");
        if (find_check(f.check) == nullptr) {
            std::vector<std::string> ids;
            for (auto const& c : all_checks()) ids.push_back(c.id);
            auto const near = nearest(f.check, ids);
            throw at(one["check"], fmt::format("there is no check {}{}", f.check,
                                               near.empty() ? std::string{} : "; did you mean " + near.front() + "?"));
        }
        if (std::ranges::any_of(out, [&](known_failure const& other) { return other.check == f.check; }))
            throw at(one, fmt::format("{} is listed twice", f.check));
        f.reason = text(one["reason"], "reason");
        if (f.reason.empty()) throw at(one["reason"], "reason is not empty");
        if (one["link"]) f.link = text(one["link"], "link");
        if (one["expires"]) {
            f.expires = text(one["expires"], "expires");
            if (!is_date(*f.expires)) throw at(one["expires"], "expires is a date like 2027-01-31");
        }
        out.push_back(std::move(f));
    }
    return out;
}

}  // namespace

result<void, std::string> read_fixture(std::string const& file, fixture& objects) {
    auto read = reading<fixture>(file, &fixture_of, &objects);
    if (!read) return read.error();
    objects = std::move(*read);
    return {};
}

result<std::vector<std::string>, std::string> read_configuration(std::string const& file,
                                                                 std::vector<std::string> const& known) {
    return reading<std::vector<std::string>>(file, &options_of, &known);
}

result<std::vector<known_failure>, std::string> read_known_failures(std::string const& file) {
    return reading<std::vector<known_failure>>(file, &known_failures_of, nullptr);
}

std::vector<std::string> names_of(std::string_view place, std::string const& text, bool may_be_empty) {
    if (text.empty()) {
        if (may_be_empty) return {};
        throw misused{fmt::format("{} needs a name, like demo$items", place)};
    }
    auto const id = object_identifier::parse(text);
    if (!id) throw misused{fmt::format("{} {}: {}", place, text, id.error().front().message)};
    if (id->is_root()) throw misused{fmt::format("{} needs a name, like demo$items", place)};
    return id->names();
}

}  // namespace lancespec::conformance
