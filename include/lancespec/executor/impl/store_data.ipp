// SPDX-License-Identifier: Apache-2.0
// What the store holds and how it is looked up: namespaces, tables by name, and the places that tables are at. Whoever
// calls these functions has the lock.
#pragma once

#include <lancespec/core/percent.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/pay_for.ipp>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// A table or view as it is listed and described.
struct table_facts {
    version_ptr version;
    model::string_map properties;
    bool is_view = false;
    std::string location;
};

struct branch_history {
    std::string location;  ///< of the table
    std::vector<version_ptr> versions;
};

/// What takes back the steps done so far, the last one last. What they hold is let go of with the list: after the lock.
using undo_list = std::vector<std::function<void()>>;

/// The functions that take an undo_list add to it what takes them back, which does not throw.
class store_data {
public:
    /// @p clock tells when versions are made; it is called without a lock, and may throw. The bytes are those of
    /// catalog_options.
    explicit store_data(std::function<std::int64_t()> clock, std::size_t table_bytes = SIZE_MAX,
                        std::size_t catalog_bytes = SIZE_MAX)
        : clock_(std::move(clock)), table_bytes_(table_bytes), bytes_(std::make_shared<ledger>(catalog_bytes)) {}

    /// A table without a version: its first rows bring its columns.
    result<table_facts, namespace_error> declare(object_identifier const& id, model::string_map properties,
                                                 std::optional<std::string> const& location, undo_list& done) {
        if (auto bad = check_names(id, "a table")) return *bad;
        if (tables_.contains(id))
            return fail(error_code::table_already_exists, "table " + quote(id.display()) + " exists already");
        if (namespaces_.contains(id))
            return fail(error_code::namespace_already_exists, quote(id.display()) + " is a namespace");
        if (auto missing = check_parent(id)) return *missing;
        auto made = std::make_shared<table>();
        made->id = id;
        made->properties = std::move(properties);
        made->branches.emplace(std::string(main_branch), versions{});
        made->bytes = std::make_shared<ledger>(table_bytes_, bytes_);
        done.emplace_back([this, made] {
            if (auto const at = tables_.find(made->id); at != tables_.end() && at->second == made) tables_.erase(at);
            locations_.erase(made->location);
        });
        made->location = take_location(id);
        if (location && !location->empty() && *location != made->location) {
            auto message =
                "/location: tables of this catalog are in memory, and this one would be at " + made->location;
            locations_.erase(made->location);
            return fail(error_code::invalid_input, std::move(message));
        }
        auto facts = facts_of(*made, nullptr);
        tables_.emplace(id, made);
        return facts;
    }

    /// Takes the table out of its namespace; its location brings it back. What it was.
    result<table_facts, namespace_error> detach(object_identifier const& id, undo_list& done) {
        auto const found = known_table(id);
        if (!found) return found.error();
        auto facts = facts_of(**found, nullptr);
        auto const gone = std::make_shared<std::map<object_identifier, table_ptr>::node_type>();
        done.emplace_back([this, gone] {
            if (gone->empty()) return;
            detached_.erase(gone->mapped()->location);
            tables_.insert(std::move(*gone));
        });
        detached_.emplace(facts.location, *found);
        *gone = tables_.extract(id);
        return facts;
    }

    /// Forgets versions of a branch, but for its latest and those that tags stand for. How many there were.
    result<std::int64_t, namespace_error> forget(object_identifier const& id, std::optional<std::string> const& branch,
                                                 std::vector<model::version_range> const& ranges, undo_list& done) {
        auto const kept = known_table(id);
        if (!kept) return kept.error();
        if (auto const exists = find_locked(id, branch, std::nullopt); !exists) return exists.error();
        auto const& from = **kept;
        auto const name = branch_name(branch);
        auto& all = (*kept)->branches.find(name)->second;
        auto const is_tagged = [&](std::int64_t number) {
            return std::any_of(from.tags.begin(), from.tags.end(), [&](auto const& tag) {
                return tag.second.branch == name && tag.second.version == number;
            });
        };
        auto const wanted = [&ranges](std::int64_t number) {
            return std::any_of(ranges.begin(), ranges.end(), [number](auto const& range) {
                return number >= range.start_version && (range.end_version == -1 || number < range.end_version);
            });
        };
        auto const gone = std::make_shared<versions>();
        done.emplace_back([&all, gone] { all.merge(*gone); });
        auto const latest = all.rbegin()->first;
        for (auto at = all.begin(); at->first != latest;) {
            auto const next = std::next(at);
            if (wanted(at->first) && !is_tagged(at->first)) gone->insert(all.extract(at));
            at = next;
        }
        return static_cast<std::int64_t>(gone->size());
    }

    /// Puts a version that a client keeps the files of into a branch that has none of its number. The rows are those of
    /// the version before it, if the catalog has them.
    result<version_ptr, namespace_error> record(object_identifier const& id, std::optional<std::string> const& branch,
                                                std::int64_t number, recorded_manifest manifest, std::int64_t when,
                                                undo_list& done) {
        auto const kept = known_table(id);
        if (!kept) return kept.error();
        auto const name = branch_name(branch);
        auto const found = (*kept)->branches.find(name);
        if (found == (*kept)->branches.end())
            return fail(error_code::table_branch_not_found,
                        "table " + quote(id.display()) + " has no branch " + quote(name));
        auto& all = found->second;
        if (number < 1) return fail(error_code::invalid_input, "/version: must be at least 1");
        if (manifest.path.empty()) return fail(error_code::invalid_input, "/manifest_path: is empty");
        if (all.contains(number))
            return fail(error_code::concurrent_modification,
                        "table " + quote(id.display()) + " has a version " + std::to_string(number) + " already");
        auto const above = all.upper_bound(number);
        auto made = above == all.begin() ? std::make_shared<table_version>()
                                         : std::make_shared<table_version>(*std::prev(above)->second);
        if (made->table == 0) made->table = new_content();
        made->number = number;
        made->made_at_millis = when;
        made->recorded = std::make_shared<recorded_manifest const>(std::move(manifest));
        if (auto full = pay_for(id, (*kept)->bytes, *made)) return *full;
        version_ptr const out = made;
        done.emplace_back([&all, number] { all.erase(number); });
        all.emplace(number, out);
        return out;
    }

protected:
    static void undo(undo_list& done) noexcept {
        for (auto at = done.rbegin(); at != done.rend(); ++at) (*at)();
    }

    static std::string branch_name(std::optional<std::string> const& branch) {
        return branch.value_or(std::string(main_branch));
    }

    [[nodiscard]] std::int64_t now() const noexcept {
        try {
            return clock_();
        } catch (...) {
            return 0;
        }
    }

    /// Whether @p id names something in @p parent or below it. In their order such names follow @p parent directly.
    static bool is_within(object_identifier const& id, object_identifier const& parent) {
        auto const& above = parent.names();
        auto const& names = id.names();
        return names.size() > above.size() && std::equal(above.begin(), above.end(), names.begin());
    }

    template <class Objects, class Wanted>
    static std::vector<std::string> children_of(Objects const& objects, object_identifier const& parent,
                                                Wanted const& wanted) {
        std::vector<std::string> out;
        for (auto at = objects.upper_bound(parent); at != objects.end() && is_within(at->first, parent); ++at)
            if (at->first.depth() == parent.depth() + 1 && wanted(at->second)) out.push_back(at->first.names().back());
        return out;
    }

    static table_facts facts_of(table const& from, version_ptr version) {
        return {std::move(version), from.properties, from.view.has_value(), from.location};
    }

    [[nodiscard]] static namespace_error no_tag(object_identifier const& id, std::string const& name) {
        return fail(error_code::table_tag_not_found, "table " + quote(id.display()) + " has no tag " + quote(name));
    }

    /// Where a table made as @p id is: nowhere but here, under a scheme of its own. A place that a table keeps under
    /// another name is not given out again.
    std::string take_location(object_identifier const& id) {
        std::string base = "memory:/";
        for (auto const& name : id.names()) base += "/" + percent_encode(name);
        auto out = base;
        for (std::int64_t n = 2; !locations_.insert(out).second; ++n) out = base + "~" + std::to_string(n);
        return out;
    }

    /// What was taken out under the lock. Declared before the lock, so that it is destroyed after it: letting go of a
    /// table's rows takes time that nobody should wait for.
    struct removed {
        std::map<object_identifier, model::string_map> namespaces;
        std::map<object_identifier, table_ptr> tables;
    };

    void erase_below(object_identifier const& id, removed& gone) {
        auto const move_out = [&](auto& objects, auto& to) {
            for (auto at = objects.upper_bound(id); at != objects.end() && is_within(at->first, id);)
                to.insert(objects.extract(at++));
        };
        move_out(namespaces_, gone.namespaces);
        auto const before = gone.tables.size();
        move_out(tables_, gone.tables);
        if (gone.tables.size() != before)
            for (auto const& [name, kept] : gone.tables) locations_.erase(kept->location);
    }

    [[nodiscard]] namespace_error no_namespace(object_identifier const& id) const {
        if (auto missing = check_parent(id)) return *missing;
        return fail(error_code::namespace_not_found, tables_.contains(id)
                                                         ? quote(id.display()) + " is a table, not a namespace"
                                                         : "namespace " + quote(id.display()) + " does not exist");
    }

    [[nodiscard]] result<table_ptr, namespace_error> find_table(object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        return known_table(id);
    }

    /// Names that no route could spell.
    static std::optional<namespace_error> check_names(object_identifier const& id, std::string const& what) {
        if (id.is_root()) return fail(error_code::invalid_input, what + " needs a name");
        for (auto const& name : id.names()) {
            if (name.empty()) return fail(error_code::invalid_input, what + " cannot have an empty name");
            if (find_invalid_utf8(name) != std::string_view::npos)
                return fail(error_code::invalid_input, what + "'s name is not UTF-8: " + quote(name));
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<namespace_error> check_parent(object_identifier const& id) const {
        for (auto up = id.parent(); !up.is_root(); up = up.parent())
            if (!namespaces_.contains(up))
                return fail(error_code::namespace_not_found, "namespace " + quote(up.display()) + " does not exist");
        return std::nullopt;
    }

    [[nodiscard]] result<table_ptr, namespace_error> known_table(object_identifier const& id) const {
        auto const at = tables_.find(id);
        if (at != tables_.end()) return at->second;
        if (auto missing = check_parent(id)) return *missing;
        return fail(error_code::table_not_found, namespaces_.contains(id) || id.is_root()
                                                     ? quote(id.display()) + " is a namespace, not a table"
                                                     : "table " + quote(id.display()) + " does not exist");
    }

    [[nodiscard]] result<version_ptr, namespace_error> find_locked(object_identifier const& id,
                                                                   std::optional<std::string> const& branch,
                                                                   std::optional<std::int64_t> number) const {
        auto const at = known_table(id);
        if (!at) return at.error();
        auto const& branches = (*at)->branches;
        auto const name = branch_name(branch);
        auto const found = branches.find(name);
        if (found == branches.end())
            return fail(error_code::table_branch_not_found,
                        "table " + quote(id.display()) + " has no branch " + quote(name));
        if (found->second.empty())
            return fail(error_code::table_version_not_found,
                        "table " + quote(id.display()) + " is only declared: it has no version yet");
        if (!number) return found->second.rbegin()->second;
        auto const version = found->second.find(*number);
        if (version == found->second.end())
            return fail(error_code::table_version_not_found, "table " + quote(id.display()) + " has no version " +
                                                                 std::to_string(*number) + " (the latest is " +
                                                                 std::to_string(found->second.rbegin()->first) + ")");
        return version->second;
    }

    mutable std::mutex mutex_;
    std::function<std::int64_t()> clock_;
    std::size_t table_bytes_;
    ledger_ptr bytes_;
    std::map<object_identifier, model::string_map> namespaces_;
    std::map<object_identifier, table_ptr> tables_;
    std::set<std::string, std::less<>> locations_;            ///< of all tables, detached ones too
    std::map<std::string, table_ptr, std::less<>> detached_;  ///< deregistered, by location
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
