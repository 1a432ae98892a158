// SPDX-License-Identifier: Apache-2.0
// The catalog's objects behind one lock: finding tables, branches and versions, and publishing new versions.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/pay_for.ipp>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// A table or view as it is listed and described.
struct table_facts {
    version_ptr version;
    model::string_map properties;
    bool is_view = false;
};

/// Namespaces and tables. Every public function locks for a few look-ups only, and no lock is held while anything is
/// computed; what they hand out is immutable, so that reading needs no lock.
class store {
public:
    /// @p clock tells when versions are made; it is called without a lock, and may throw. The bytes are those of
    /// catalog_options.
    explicit store(std::function<std::int64_t()> clock, std::size_t table_bytes = SIZE_MAX,
                   std::size_t catalog_bytes = SIZE_MAX)
        : clock_(std::move(clock)), table_bytes_(table_bytes), bytes_(std::make_shared<ledger>(catalog_bytes)) {}

    // ---- namespaces

    result<void, namespace_error> add_namespace(object_identifier const& id, model::string_map properties = {}) {
        if (auto bad = check_names(id, "a namespace")) return *bad;
        std::lock_guard const lock(mutex_);
        if (namespaces_.contains(id))
            return fail(error_code::namespace_already_exists, "namespace " + quote(id.display()) + " exists already");
        if (tables_.contains(id)) return fail(error_code::table_already_exists, quote(id.display()) + " is a table");
        if (auto missing = check_parent(id)) return *missing;
        namespaces_.emplace(id, std::move(properties));
        return {};
    }

    /// As add_namespace(), after dropping the one that has the name with all that it holds.
    result<void, namespace_error> replace_namespace(object_identifier const& id, model::string_map properties) {
        removed gone;
        {
            std::lock_guard const lock(mutex_);
            if (auto const at = namespaces_.find(id); at != namespaces_.end()) {
                erase_below(id, gone);
                at->second = std::move(properties);
                return {};
            }
        }
        return add_namespace(id, std::move(properties));
    }

    /// The namespace's properties. The root has none.
    [[nodiscard]] result<model::string_map, namespace_error> find_namespace(object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        if (id.is_root()) return model::string_map{};
        auto const at = namespaces_.find(id);
        if (at == namespaces_.end()) return no_namespace(id);
        return at->second;
    }

    /// Removes the namespace; the properties that it had. With @p cascade all that it holds too, otherwise one that
    /// holds something is NamespaceNotEmpty.
    result<model::string_map, namespace_error> drop_namespace(object_identifier const& id, bool cascade) {
        if (id.is_root()) return fail(error_code::invalid_input, "the root namespace cannot be dropped");
        removed gone;
        std::lock_guard const lock(mutex_);
        auto const at = namespaces_.find(id);
        if (at == namespaces_.end()) return no_namespace(id);
        auto const holds_something = [&](auto const& objects) {
            auto const next = objects.upper_bound(id);
            return next != objects.end() && is_within(next->first, id);
        };
        if (!cascade && (holds_something(namespaces_) || holds_something(tables_)))
            return fail(error_code::namespace_not_empty, "namespace " + quote(id.display()) + " is not empty");
        erase_below(id, gone);
        auto properties = std::move(at->second);
        namespaces_.erase(at);
        return properties;
    }

    /// The last names of the namespaces, or of the tables and views, in @p parent, sorted.
    [[nodiscard]] result<std::vector<std::string>, namespace_error> children(object_identifier const& parent,
                                                                             bool of_tables) const {
        std::lock_guard const lock(mutex_);
        if (!parent.is_root() && !namespaces_.contains(parent)) return no_namespace(parent);
        return of_tables ? children_of(tables_, parent) : children_of(namespaces_, parent);
    }

    // ---- tables

    /// @p replace drops the table that has the name.
    result<std::int64_t, namespace_error> add_table(table_ptr made, bool replace = false) {
        auto const& id = made->id;
        if (auto bad = check_names(id, "a table")) return *bad;
        auto& first = made->branches.begin()->second.begin()->second;
        auto stamped = std::make_shared<table_version>(*first);
        stamped->table = new_content();
        stamped->made_at_millis = now();
        made->bytes = std::make_shared<ledger>(table_bytes_, bytes_);
        if (auto full = pay_for(id, made->bytes, *stamped)) return *full;
        first = std::move(stamped);
        auto const number = first->number;
        std::lock_guard const lock(mutex_);
        if (!replace && tables_.contains(id))
            return fail(error_code::table_already_exists, "table " + quote(id.display()) + " exists already");
        if (namespaces_.contains(id))
            return fail(error_code::namespace_already_exists, quote(id.display()) + " is a namespace");
        if (auto missing = check_parent(id)) return *missing;
        tables_[id].swap(made);
        return number;
    }

    /// Removes a table or view; the properties that it had. Jobs that work on it fail.
    result<model::string_map, namespace_error> drop_table(object_identifier const& id) {
        removed gone;
        std::lock_guard const lock(mutex_);
        if (auto const exists = find_locked(id, std::nullopt, std::nullopt); !exists) return exists.error();
        auto const at = tables_.find(id);
        auto properties = at->second->properties;
        gone.tables.insert(tables_.extract(at));
        return properties;
    }

    /// A version of a table: absent branch is main, absent number the latest.
    [[nodiscard]] result<version_ptr, namespace_error> find(object_identifier const& id,
                                                            std::optional<std::string> const& branch = {},
                                                            std::optional<std::int64_t> number = {}) const {
        std::lock_guard const lock(mutex_);
        return find_locked(id, branch, number);
    }

    [[nodiscard]] result<table_facts, namespace_error> describe(object_identifier const& id,
                                                                std::optional<std::string> const& branch,
                                                                std::optional<std::int64_t> number) const {
        std::lock_guard const lock(mutex_);
        auto version = find_locked(id, branch, number);
        if (!version) return version.error();
        auto const& found = *tables_.at(id);
        return table_facts{std::move(*version), found.properties, found.view.has_value()};
    }

    /// All versions of a branch, the first one first.
    [[nodiscard]] result<std::vector<version_ptr>, namespace_error> versions_of(
        object_identifier const& id, std::optional<std::string> const& branch) const {
        std::lock_guard const lock(mutex_);
        if (auto const exists = find_locked(id, branch, std::nullopt); !exists) return exists.error();
        std::vector<version_ptr> out;
        for (auto const& [number, version] : tables_.at(id)->branches.find(branch_name(branch))->second)
            out.push_back(version);
        return out;
    }

    /// The view's definition; nothing when the table is no view.
    [[nodiscard]] std::optional<view_definition> find_view(object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        auto const at = tables_.find(id);
        return at == tables_.end() ? std::nullopt : at->second->view;
    }

    result<void, namespace_error> add_branch(object_identifier const& id, std::string_view branch,
                                             std::optional<std::string> const& from_branch,
                                             std::optional<std::int64_t> from) {
        auto const when = now();
        std::lock_guard const lock(mutex_);
        auto const start = find_locked(id, from_branch, from);
        if (!start) return start.error();
        auto& branches = tables_.at(id)->branches;
        if (branch.empty()) return fail(error_code::invalid_input, "a branch needs a name");
        if (branches.contains(branch))
            return fail(error_code::table_branch_already_exists,
                        "table " + quote(id.display()) + " has a branch " + quote(branch) + " already");
        // The same rows under the same number, but a version of its own: made now, with a manifest of the branch.
        auto first = std::make_shared<table_version>(**start);
        first->made_at_millis = when;
        branches.emplace(std::string(branch), versions{{(*start)->number, std::move(first)}});
        return {};
    }

    /// Makes the next version of a branch: @p change gets a copy of the latest and the table's counters, edits the copy
    /// and says whether it did. Returns the number of the new version, or of the latest when nothing changed.
    ///
    /// No lock is held while @p change runs. When another write came first, it runs again on what that has made, so it
    /// must give the same for the same version, and remember what it would rather not compute twice. @p expected is the
    /// `table` of an earlier version: when the name is another table's by now, it is not found.
    result<std::int64_t, namespace_error> update(
        object_identifier const& id, std::optional<std::string> const& branch,
        std::function<result<bool, namespace_error>(table_version& next, table& counters)> const& change,
        std::uint64_t expected = 0) {
        auto const when = now();
        auto changed = find_table(id);
        if (!changed) return changed.error();
        auto const gone = [&] {
            return fail(error_code::table_not_found, "table " + quote(id.display()) + " was dropped meanwhile");
        };
        auto const name = branch_name(branch);
        for (;;) {
            auto latest = find(id, branch);
            if (!latest) return latest.error();
            if (expected != 0 && (*latest)->table != expected) return gone();
            auto next = std::make_shared<table_version>(**latest);
            next->number = (*latest)->number + 1;
            next->made_at_millis = when;
            auto const done = change(*next, **changed);
            if (!done) return done.error();
            if (!*done) return (*latest)->number;
            if (auto full = pay_for(id, (*changed)->bytes, *next)) return *full;
            std::lock_guard const lock(mutex_);
            auto const still = tables_.find(id);
            if (still == tables_.end() || still->second != *changed) return gone();
            auto& of_branch = still->second->branches.find(name)->second;
            if (of_branch.rbegin()->second != *latest) continue;
            auto const number = next->number;
            of_branch.emplace(number, std::move(next));
            return number;
        }
    }

private:
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

    template <class Objects>
    static std::vector<std::string> children_of(Objects const& objects, object_identifier const& parent) {
        std::vector<std::string> out;
        for (auto at = objects.upper_bound(parent); at != objects.end() && is_within(at->first, parent); ++at)
            if (at->first.depth() == parent.depth() + 1) out.push_back(at->first.names().back());
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
        move_out(tables_, gone.tables);
    }

    [[nodiscard]] namespace_error no_namespace(object_identifier const& id) const {
        if (auto missing = check_parent(id)) return *missing;
        return fail(error_code::namespace_not_found, tables_.contains(id)
                                                         ? quote(id.display()) + " is a table, not a namespace"
                                                         : "namespace " + quote(id.display()) + " does not exist");
    }

    [[nodiscard]] result<table_ptr, namespace_error> find_table(object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        if (auto const exists = find_locked(id, std::nullopt, std::nullopt); !exists) return exists.error();
        return tables_.at(id);
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

    [[nodiscard]] result<version_ptr, namespace_error> find_locked(object_identifier const& id,
                                                                   std::optional<std::string> const& branch,
                                                                   std::optional<std::int64_t> number) const {
        auto const at = tables_.find(id);
        if (at == tables_.end()) {
            if (auto missing = check_parent(id)) return *missing;
            return fail(error_code::table_not_found, namespaces_.contains(id) || id.is_root()
                                                         ? quote(id.display()) + " is a namespace, not a table"
                                                         : "table " + quote(id.display()) + " does not exist");
        }
        auto const& branches = at->second->branches;
        auto const name = branch_name(branch);
        auto const found = branches.find(name);
        if (found == branches.end())
            return fail(error_code::table_branch_not_found,
                        "table " + quote(id.display()) + " has no branch " + quote(name));
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
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
