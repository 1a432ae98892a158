// SPDX-License-Identifier: Apache-2.0
// The catalog's objects behind one lock: finding tables, branches and versions, and publishing new versions.
#pragma once

#include <lancespec/executor/impl/store_data.ipp>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// Namespaces and tables. Every public function locks for a few look-ups only, and no lock is held while anything is
/// computed; what they hand out is immutable, so that reading needs no lock.
class store : private store_data {
public:
    using store_data::store_data;

    /// What the clock says.
    [[nodiscard]] std::int64_t time() const noexcept { return now(); }

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
    [[nodiscard]] result<std::vector<std::string>, namespace_error> namespaces_in(
        object_identifier const& parent) const {
        std::lock_guard const lock(mutex_);
        if (!parent.is_root() && !namespaces_.contains(parent)) return no_namespace(parent);
        return children_of(namespaces_, parent, [](auto const&) { return true; });
    }
    [[nodiscard]] result<std::vector<std::string>, namespace_error> tables_in(object_identifier const& parent,
                                                                              bool declared_too) const {
        std::lock_guard const lock(mutex_);
        if (!parent.is_root() && !namespaces_.contains(parent)) return no_namespace(parent);
        return children_of(tables_, parent,
                           [&](table_ptr const& kept) { return declared_too || !kept->is_only_declared(); });
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
        if (auto const at = tables_.find(id); at != tables_.end()) {
            made->location = at->second->location;
            at->second.swap(made);
            return number;
        }
        made->location = take_location(id);
        try {
            tables_.emplace(id, made);
        } catch (...) {
            locations_.erase(made->location);
            throw;
        }
        return number;
    }

    /// Removes a table or view; what it was. Jobs that work on it fail.
    result<table_facts, namespace_error> drop_table(object_identifier const& id) {
        removed gone;
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        auto facts = facts_of(**found, nullptr);
        locations_.erase(facts.location);
        gone.tables.insert(tables_.extract(id));
        return facts;
    }

    /// Brings the table that was at @p location back, as @p id; @p replace drops the table that has the name. Without
    /// @p properties it keeps its own.
    result<table_facts, namespace_error> register_table(object_identifier const& id, std::string const& location,
                                                        std::optional<model::string_map> properties, bool replace) {
        if (auto bad = check_names(id, "a table")) return *bad;
        table_ptr gone;
        std::lock_guard const lock(mutex_);
        if (auto missing = check_parent(id)) return *missing;
        if (namespaces_.contains(id))
            return fail(error_code::namespace_already_exists, quote(id.display()) + " is a namespace");
        auto const there = tables_.find(id);
        if (!replace && there != tables_.end())
            return fail(error_code::table_already_exists, "table " + quote(id.display()) + " exists already");
        auto const at = detached_.find(location);
        if (at == detached_.end())
            return fail(error_code::invalid_input, "/location: there is no table at " + quote(location) +
                                                       " that was deregistered from this catalog");
        auto name = id;
        auto facts = facts_of(*at->second, nullptr);
        if (properties) facts.properties = *properties;
        auto& place = there != tables_.end() ? there->second : tables_[id];
        // Nothing throws from here on.
        if (place) locations_.erase(place->location);
        gone = std::move(place);
        place = std::move(at->second);
        detached_.erase(at);
        place->id = std::move(name);
        if (properties) place->properties = std::move(*properties);
        return facts;
    }

    /// Gives a table that was only declared the first version of @p made. False: it has one by now.
    result<bool, namespace_error> fill_declared(object_identifier const& id, table const& made) {
        auto const declared = find_table(id);
        if (!declared) return declared.error();
        auto first = std::make_shared<table_version>(*made.branches.begin()->second.begin()->second);
        first->table = new_content();
        first->made_at_millis = now();
        if (auto full = pay_for(id, (*declared)->bytes, *first)) return *full;
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        auto& of_main = (*found)->branches.begin()->second;
        if (*found != *declared || !of_main.empty()) return false;
        (*found)->next_fragment = made.next_fragment.load();
        (*found)->next_row = made.next_row.load();
        of_main.emplace(first->number, std::move(first));
        return true;
    }

    /// Gives the table @p id the name @p to, with all that it has. Whoever reads sees it under one of the two. Jobs
    /// that work on it fail: they know it by its name.
    result<void, namespace_error> rename_table(object_identifier const& id, object_identifier const& to) {
        if (auto bad = check_names(to, "a table")) return *bad;
        std::lock_guard const lock(mutex_);
        if (auto const found = known_table(id); !found) return found.error();
        if (auto missing = check_parent(to)) return *missing;
        if (tables_.contains(to))
            return fail(error_code::table_already_exists, "table " + quote(to.display()) + " exists already");
        if (namespaces_.contains(to))
            return fail(error_code::namespace_already_exists, quote(to.display()) + " is a namespace");
        auto key = to;
        auto name = to;
        auto moved = tables_.extract(id);  // nothing throws from here on
        moved.key() = std::move(key);
        moved.mapped()->id = std::move(name);
        tables_.insert(std::move(moved));
        return {};
    }

    /// Every table and view of all namespaces, in the order of their names.
    [[nodiscard]] std::vector<object_identifier> all_tables(bool declared_too) const {
        std::lock_guard const lock(mutex_);
        std::vector<object_identifier> out;
        out.reserve(tables_.size());
        for (auto const& [id, kept] : tables_)
            if (declared_too || !kept->is_only_declared()) out.push_back(id);
        return out;
    }

    /// A version of a table: absent branch is main, absent number the latest.
    [[nodiscard]] result<version_ptr, namespace_error> find(object_identifier const& id,
                                                            std::optional<std::string> const& branch = {},
                                                            std::optional<std::int64_t> number = {}) const {
        std::lock_guard const lock(mutex_);
        auto found = find_locked(id, branch, number);
        if (found && (*found)->fields == nullptr)
            return fail(error_code::unsupported,
                        "version " + std::to_string((*found)->number) + " of table " + quote(id.display()) +
                            " was recorded by a client, which has its rows: this server has not");
        return found;
    }

    [[nodiscard]] result<table_facts, namespace_error> describe(object_identifier const& id,
                                                                std::optional<std::string> const& branch,
                                                                std::optional<std::int64_t> number) const {
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        if ((*found)->is_only_declared() && !branch && !number) return facts_of(**found, nullptr);
        auto version = find_locked(id, branch, number);
        if (!version) return version.error();
        return facts_of(**found, std::move(*version));
    }

    /// All versions of a branch, the first one first.
    [[nodiscard]] result<branch_history, namespace_error> versions_of(object_identifier const& id,
                                                                      std::optional<std::string> const& branch) const {
        std::lock_guard const lock(mutex_);
        if (auto const exists = find_locked(id, branch, std::nullopt); !exists) return exists.error();
        auto const& found = *tables_.at(id);
        branch_history out{found.location, {}};
        for (auto const& [number, version] : found.branches.find(branch_name(branch))->second)
            out.versions.push_back(version);
        return out;
    }

    /// Runs @p step, which may call the functions of store_data that take an undo_list. Nothing stays of one that
    /// throws. What it took out is let go of after the lock.
    template <class Step>
    std::invoke_result_t<Step const&, store_data&, undo_list&> one_step(Step const& step) {
        undo_list done;
        std::lock_guard const lock(mutex_);
        try {
            return step(*this, done);
        } catch (...) {
            undo(done);
            throw;
        }
    }

    /// As one_step(), for @p count steps: all of them, or none when one fails. Nobody sees a part of it.
    std::optional<namespace_error> all_or_none(
        std::size_t count,
        std::function<std::optional<namespace_error>(store_data&, std::size_t, undo_list&)> const& step) {
        return one_step([&](store_data& data, undo_list& done) {
            std::optional<namespace_error> bad;
            for (std::size_t i = 0; i < count && !bad; ++i) bad = step(data, i, done);
            if (bad) undo(done);
            return bad;
        });
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
        tables_.at(id)->origins.emplace(std::string(branch),
                                        branch_origin{branch_name(from_branch), (*start)->number, when});
        return {};
    }

    /// Every branch but main, by its name.
    [[nodiscard]] result<std::map<std::string, branch_origin, std::less<>>, namespace_error> branches_of(
        object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        return (*found)->origins;
    }

    /// Errors: InvalidInput for main, and for a branch that a tag stands for a version of.
    result<void, namespace_error> drop_branch(object_identifier const& id, std::string const& branch) {
        versions gone;
        std::lock_guard const lock(mutex_);
        if (auto const exists = find_locked(id, branch, std::nullopt); !exists) return exists.error();
        if (branch == main_branch) return fail(error_code::invalid_input, "the branch main cannot be removed");
        auto& from = *tables_.at(id);
        for (auto const& [name, tag] : from.tags)
            if (tag.branch == branch)
                return fail(error_code::invalid_input, "branch " + quote(branch) + " has the version " +
                                                           std::to_string(tag.version) + " that tag " + quote(name) +
                                                           " stands for");
        gone = std::move(from.branches.find(branch)->second);
        from.branches.erase(from.branches.find(branch));
        from.origins.erase(from.origins.find(branch));
        return {};
    }

    // ---- tags

    [[nodiscard]] result<std::map<std::string, tagged_version, std::less<>>, namespace_error> tags_of(
        object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        return (*found)->tags;
    }

    [[nodiscard]] result<tagged_version, namespace_error> find_tag(object_identifier const& id,
                                                                   std::string const& name) const {
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        auto const& tags = (*found)->tags;
        auto const at = tags.find(name);
        if (at == tags.end()) return no_tag(id, name);
        return at->second;
    }

    /// Lets a tag stand for a version: one that is new, or one that is there.
    result<void, namespace_error> set_tag(object_identifier const& id, std::string const& name,
                                          std::optional<std::string> const& branch, std::int64_t number, bool is_new) {
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        auto& tags = (*found)->tags;
        bool const there = tags.contains(name);
        if (is_new && name.empty()) return fail(error_code::invalid_input, "a tag needs a name");
        if (is_new && there)
            return fail(error_code::table_tag_already_exists,
                        "table " + quote(id.display()) + " has a tag " + quote(name) + " already");
        if (!is_new && !there) return no_tag(id, name);
        if (auto const exists = find_locked(id, branch, number); !exists) return exists.error();
        tags.insert_or_assign(name, tagged_version{branch_name(branch), number});
        return {};
    }

    result<void, namespace_error> drop_tag(object_identifier const& id, std::string const& name) {
        std::lock_guard const lock(mutex_);
        auto const found = known_table(id);
        if (!found) return found.error();
        if ((*found)->tags.erase(name) == 0) return no_tag(id, name);
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
            auto const of_branch = still->second->branches.find(name);
            if (of_branch == still->second->branches.end() || of_branch->second.rbegin()->second != *latest) continue;
            auto const number = next->number;
            of_branch->second.emplace(number, std::move(next));
            return number;
        }
    }
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
