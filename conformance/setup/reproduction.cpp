// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/reproduction.hpp"

#include "conformance/engine/session.hpp"
#include "conformance/setup/creations.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/fixtures.hpp"

#include <algorithm>
#include <set>

namespace lancespec::conformance {
namespace {

using names = std::vector<std::string>;

class history {
public:
    explicit history(session& run)
        : shop_(fixtures_of(run)), run_id_(run.run_id()), changes_(shop_.changes()), objects_(shop_.objects()) {
        std::ranges::stable_sort(changes_, {}, &change::number);
        for (auto const& c : changes_) makes_.push_back(names_made_by(c.request));
    }

    /// What @p e needs, from the changes before it.
    [[nodiscard]] reproduction of(exchange_record const& e) const {
        reproduction out;
        out.run_id = run_id_;
        std::set<names> needed;
        std::set<std::size_t> used;  // indices of changes
        auto made = names_made_by(e.request);
        std::vector<names> pending = objects_of(e.request);
        pending.insert(pending.end(), made.begin(), made.end());
        while (!pending.empty()) {
            auto next = std::move(pending.back());
            pending.pop_back();
            if (!is_own(next) || !needed.insert(next).second) continue;
            for (std::size_t i = 0; i < changes_.size() && changes_[i].number < e.number; ++i) {
                auto const& c = changes_[i];
                if (c.of_a_check || !is_about(c, next) || !used.insert(i).second) continue;
                pending.insert(pending.end(), c.objects.begin(), c.objects.end());
                made.insert(makes_[i].begin(), makes_[i].end());
            }
            next.pop_back();  // the namespace that it is in
            if (!next.empty()) pending.push_back(std::move(next));
        }
        for (auto const i : used) {
            // What checks share is named after the one that came first, which is a matter of time.
            out.make.push_back(changes_[i].request);
            out.make.back().fields.erase("x-request-id");
        }
        std::vector<made_object> gone;
        for (auto const& object : objects_)
            if (made.contains(object.names)) gone.push_back(object);
        out.remove = shop_.removal_of(gone);
        return out;
    }

private:
    [[nodiscard]] bool is_own(names const& object) const {
        return std::ranges::any_of(object,
                                   [this](auto const& name) { return name.find(run_id_) != std::string::npos; });
    }

    static bool is_about(change const& c, names const& object) {
        return std::ranges::find(c.objects, object) != c.objects.end();
    }

    static std::set<names> names_made_by(http::request const& request) {
        std::set<names> out;
        for (auto& object : creations_of(request)) out.insert(std::move(object.names));
        return out;
    }

    fixtures const& shop_;
    std::string run_id_;
    std::vector<change> changes_;
    std::vector<std::set<names>> makes_;  ///< of each change
    std::vector<made_object> objects_;
};

}  // namespace

void add_reproductions(run_result& out, session& run) {
    history const known(run);
    auto const add = [&](std::optional<exchange_record>& e) {
        if (e && e->number > 0) e->needs = known.of(*e);
    };
    for (auto& c : out.causes) add(c.exchange);
    for (auto& c : out.checks)
        for (auto& f : c.findings)
            if (f.strength != level::info) add(f.exchange);
}

}  // namespace lancespec::conformance
