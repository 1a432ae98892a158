// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/yaml_files.hpp"

#include "conformance/cli/commands.hpp"
#include "conformance/cli/files.hpp"
#include "conformance/cli/usage_error.hpp"
#include "conformance/suite/registry.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/core/identifier.hpp>
#include <lancespec/core/utf8.hpp>

#include <fmt/format.h>
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <chrono>
#include <sstream>

namespace lancespec::conformance {
namespace {

constexpr std::size_t longest_file = std::size_t{1} << 20;

/// Something wrong at a place of the file that is being read.
struct wrong {
    int line;  ///< from 1; 0: the file as a whole
    std::string what;
};

/// A sentence that names the file already.
struct unread {
    std::string what;
};

wrong at(YAML::Node const& node, std::string what) {
    return {node.Mark().line + 1, std::move(what)};
}

/// Notes where the last document began.
class beginnings final : public YAML::EventHandler {
public:
    int line = 0;

    void OnDocumentStart(YAML::Mark const& mark) override { line = mark.line + 1; }
    void OnDocumentEnd() override {}
    void OnNull(YAML::Mark const&, YAML::anchor_t) override {}
    void OnAlias(YAML::Mark const&, YAML::anchor_t) override {}
    void OnScalar(YAML::Mark const&, std::string const&, YAML::anchor_t, std::string const&) override {}
    void OnSequenceStart(YAML::Mark const&, std::string const&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnSequenceEnd() override {}
    void OnMapStart(YAML::Mark const&, std::string const&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
    void OnMapEnd() override {}
};

/// The line of what follows the first document; 0: nothing. YAML::LoadAll() would not end where that is no document.
int second_document(std::string const& text) {
    std::istringstream in(text);
    YAML::Parser parser(in);
    beginnings where;
    if (!parser.HandleNextDocument(where) || !parser) return 0;
    return parser.HandleNextDocument(where) ? where.line : 0;
}

YAML::Node load(std::string const& file) {
    auto read = read_file(file, longest_file);
    if (!read) throw unread{read.error()};
    auto const text = std::move(*read);
    if (auto const bad = find_invalid_utf8(text); bad != std::string::npos)
        throw wrong{
            1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n')),
            "what stands here is not UTF-8"};
    auto out = YAML::Load(text);
    if (auto const line = second_document(text); line > 0)
        throw wrong{line, "the document has ended before; there is one"};
    return out;
}

std::string said_of(std::string const& file, int line, std::string const& what) {
    return line > 0 ? fmt::format("{}, line {}: {}", printable(file), line, what)
                    : fmt::format("{}: {}", printable(file), what);
}

/// What @p read makes of the file, or a sentence.
template <class T>
result<T, std::string> reading(std::string const& file, T (*read)(YAML::Node const&, void const*), void const* more) {
    try {
        return read(load(file), more);
    } catch (unread const& e) {
        return e.what;
    } catch (wrong const& e) {
        return said_of(file, e.line, e.what);
    } catch (YAML::DeepRecursion const& e) {
        return said_of(file, e.mark.line + 1, "it is nested too deeply");
    } catch (YAML::Exception const& e) {
        return said_of(file, e.mark.line + 1, "no YAML: " + e.msg);
    }
}

std::string joined(std::vector<std::string> const& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string shown(std::string const& text) {
    return excerpt(text, 60);
}

/// Refuses members of the mapping @p node that are not in @p known.
void only(YAML::Node const& node, std::string_view what, std::vector<std::string> const& known) {
    if (!node.IsMap()) throw at(node, fmt::format("{} is a mapping with {}", what, joined(known)));
    std::vector<std::string> seen;
    for (auto const& member : node) {
        if (!member.first.IsScalar())
            throw at(member.first, fmt::format("a key of {} is one of {}", what, joined(known)));
        auto const key = member.first.Scalar();
        if (std::ranges::find(known, key) == known.end())
            throw at(member.first, fmt::format("{} has no {}; it has {}", what, shown(key), joined(known)));
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
    if (node.IsScalar()) try {
            return names_of(what, node.Scalar(), false);
        } catch (usage_error const& e) {
            throw at(node, e.text);
        }
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

std::vector<configured> options_of(YAML::Node const& root, void const* from) {
    auto const& known = *static_cast<std::vector<std::string> const*>(from);
    std::vector<configured> out;
    if (root.IsNull()) return out;
    only(root, "a configuration", known);
    for (auto const& member : root) {
        auto const& key = member.first.Scalar();
        auto const add = [&](YAML::Node const& value) {
            if (!value.IsScalar())
                throw at(value, fmt::format("{} is a text, a number, true or false, or a list of those", key));
            out.push_back({key, value.Scalar()});
        };
        if (member.second.IsSequence())
            for (auto const& one : member.second) add(one);
        else
            add(member.second);
    }
    return out;
}

bool is_date(std::string_view s) {
    if (s.size() != 10 || s[4] != '-' || s[7] != '-') return false;
    for (std::size_t const i : {0, 1, 2, 3, 5, 6, 8, 9})
        if (s[i] < '0' || s[i] > '9') return false;
    auto const number = [s](std::size_t at, std::size_t size) {
        int out = 0;
        for (char const c : s.substr(at, size)) out = out * 10 + (c - '0');
        return out;
    };
    using namespace std::chrono;
    return year_month_day(year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                          day(static_cast<unsigned>(number(8, 2))))
        .ok();
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
            throw at(one["check"], fmt::format("there is no check {}{}", shown(f.check),
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

result<std::vector<configured>, std::string> read_configuration(std::string const& file,
                                                                std::vector<std::string> const& known) {
    return reading<std::vector<configured>>(file, &options_of, &known);
}

result<std::vector<known_failure>, std::string> read_known_failures(std::string const& file) {
    return reading<std::vector<known_failure>>(file, &known_failures_of, nullptr);
}

std::vector<std::string> names_of(std::string_view place, std::string const& text, bool may_be_empty) {
    if (text.empty()) {
        if (may_be_empty) return {};
        throw usage_error{fmt::format("{} needs a name, like demo$items", place)};
    }
    auto const id = object_identifier::parse(text);
    if (!id) throw usage_error{fmt::format("{} {}: {}", place, shown(text), id.error().front().message)};
    if (id->is_root()) throw usage_error{fmt::format("{} needs a name, like demo$items", place)};
    return id->names();
}

}  // namespace lancespec::conformance
