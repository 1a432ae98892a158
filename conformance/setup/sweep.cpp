// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/sweep.hpp"

#include "conformance/setup/environment.hpp"

#include <lancespec/core/identifier.hpp>
#include <lancespec/model/namespaces.hpp>
#include <lancespec/model/tables.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lancespec::conformance {
namespace {

using names = std::vector<std::string>;

class sweeper {
public:
    sweeper(session& run, sweeping& out) : run_(run), out_(out), by_(run, "cleanup") {}

    /// The objects of the run in the namespace @p parent, which others may use too.
    void among_others(names const& parent) {
        for (auto const& name : children<model::list_tables_request>(parent, "tables"))
            if (is_of_the_run(name)) drop(made_kind::table, below(parent, name));
        for (auto const& name : children<model::list_namespaces_request>(parent, "namespaces"))
            if (is_of_the_run(name)) whole(below(parent, name), deepest);
    }

    /// @p space and all that is in it.
    void whole(names const& space, int depth) {
        for (auto const& name : children<model::list_tables_request>(space, "tables"))
            drop(made_kind::table, below(space, name));
        if (depth > 0)
            for (auto const& name : children<model::list_namespaces_request>(space, "namespaces"))
                whole(below(space, name), depth - 1);
        drop(made_kind::namespace_, space);
    }

private:
    static constexpr int deepest = 4;
    static constexpr int most_pages = 1000;

    [[nodiscard]] bool is_of_the_run(std::string const& name) const {
        return name.starts_with("lancespec") && name.find(run_.run_id()) != std::string::npos;
    }

    static names below(names const& parent, std::string const& name) {
        auto out = parent;
        out.push_back(name);
        return out;
    }

    /// The last names of what is listed in @p space: servers list those, or full identifiers.
    template <class Request>
    std::vector<std::string> children(names const& space, std::string_view member) {
        std::vector<std::string> out;
        Request request;
        request.id = space;
        auto const prefix = object_identifier(space).to_string(run_.options().delimiter);
        for (int page = 0; page < most_pages; ++page) {
            auto const listed = by_.call(request);
            if (!listed.ok) {
                bool const gone = listed.a.status() == 404 && listed.a.code();
                if (listed.a.record.result.status == exchange_status::unreachable) {
                    out_.reachable = false;
                    out_.unreachable_reason = listed.a.record.result.reason;
                }
                if (!gone) out_.unknown.push_back(fmt::format("the {} in {}: {}", member, shown(space), listed.why));
                return out;
            }
            auto const* list = listed.a.member(member);
            if (list != nullptr && list->is_array())
                for (auto const& one : list->get_array()) {
                    if (!one.is_string()) continue;
                    std::string name(std::string_view(one.get_string()));
                    auto const full = prefix ? *prefix + run_.options().delimiter : std::string{};
                    if (!space.empty() && !full.empty() && name.starts_with(full)) name.erase(0, full.size());
                    if (!name.empty() && std::ranges::find(out, name) == out.end()) out.push_back(std::move(name));
                }
            auto const* token = listed.a.member("page_token");
            if (token == nullptr || !token->is_string() || token->get_string().empty()) return out;
            request.page_token = std::string(std::string_view(token->get_string()));
        }
        return out;
    }

    static std::string shown(names const& space) {
        return space.empty() ? std::string("the root") : describe({made_kind::namespace_, space, true});
    }

    void drop(made_kind kind, names const& object) {
        made_object const what{kind, object, true};
        auto const dropped = fixtures_of(run_).drop(by_, what);
        bool const gone = dropped.a.status() == 404 && dropped.a.code();
        if (dropped.ok)
            out_.removed.push_back(describe(what));
        else if (!gone)
            out_.left.push_back(fmt::format("{}: {}", describe(what), dropped.why));
    }

    session& run_;
    sweeping& out_;
    client by_;
};

}  // namespace

void sweep_namespace(session& run, names const& space, sweeping& out) {
    constexpr int depth = 4;
    sweeper(run, out).whole(space, depth);
}

sweeping sweep(session& run) {
    sweeping out;
    sweeper all(run, out);
    all.among_others({});
    return out;
}

}  // namespace lancespec::conformance
