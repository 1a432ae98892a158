// The catalog's objects behind one lock: finding tables, branches and versions, and publishing new versions.
#pragma once

#include <lancespec/executor/impl/table_state.ipp>

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// Namespaces and tables. Every public function locks for a few look-ups only; what they hand out is immutable, so that
/// reading, filtering and computing need no lock.
class store {
public:
    result<void, namespace_error> add_namespace(object_identifier const& id) {
        if (auto bad = check_names(id, "a namespace")) return *bad;
        std::lock_guard const lock(mutex_);
        if (namespaces_.contains(id))
            return fail(error_code::namespace_already_exists, "namespace " + id.display() + " exists already");
        if (tables_.contains(id)) return fail(error_code::table_already_exists, id.display() + " is a table");
        if (auto missing = check_parent(id)) return *missing;
        namespaces_.insert(id);
        return {};
    }

    result<std::int64_t, namespace_error> add_table(table_ptr made) {
        auto const& id = made->id;
        if (auto bad = check_names(id, "a table")) return *bad;
        std::lock_guard const lock(mutex_);
        if (tables_.contains(id))
            return fail(error_code::table_already_exists, "table " + id.display() + " exists already");
        if (namespaces_.contains(id))
            return fail(error_code::namespace_already_exists, id.display() + " is a namespace");
        if (auto missing = check_parent(id)) return *missing;
        auto const number = made->branches.begin()->second.rbegin()->first;
        tables_.emplace(id, std::move(made));
        return number;
    }

    /// A version of a table: absent branch is main, absent number the latest.
    [[nodiscard]] result<version_ptr, namespace_error> find(object_identifier const& id,
                                                            std::optional<std::string> const& branch = {},
                                                            std::optional<std::int64_t> number = {}) const {
        std::lock_guard const lock(mutex_);
        return find_locked(id, branch, number);
    }

    /// The view's definition; nothing when the table is no view.
    [[nodiscard]] std::optional<view_definition> find_view(object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        auto const at = tables_.find(id);
        return at == tables_.end() ? std::nullopt : at->second->view;
    }

    result<void, namespace_error> add_branch(object_identifier const& id, std::string_view branch,
                                             std::optional<std::int64_t> from) {
        std::lock_guard const lock(mutex_);
        auto const start = find_locked(id, std::nullopt, from);
        if (!start) return start.error();
        auto& branches = tables_.at(id)->branches;
        if (branch.empty()) return fail(error_code::invalid_input, "a branch needs a name");
        if (branches.contains(branch))
            return fail(error_code::table_branch_already_exists,
                        "table " + id.display() + " has a branch " + std::string(branch) + " already");
        branches.emplace(std::string(branch), versions{{(*start)->number, *start}});
        return {};
    }

    /// Makes the next version of a branch: @p change gets a copy of the latest and the table's counters, edits the copy
    /// and says whether it did. Returns the number of the new version, or of the latest when nothing changed. Writes to
    /// one table wait for each other while @p change runs; reading, and everything on other tables, does not wait.
    result<std::int64_t, namespace_error> update(
        object_identifier const& id, std::optional<std::string> const& branch,
        std::function<result<bool, namespace_error>(table_version& next, table& counters)> const& change) {
        auto changed = find_table(id);
        if (!changed) return changed.error();
        std::lock_guard const writing((*changed)->writing);
        auto const latest = find(id, branch);
        if (!latest) return latest.error();
        auto next = std::make_shared<table_version>(**latest);
        next->number = (*latest)->number + 1;
        auto const done = change(*next, **changed);
        if (!done) return done.error();
        if (!*done) return (*latest)->number;
        auto const number = next->number;
        std::lock_guard const lock(mutex_);
        (*changed)->branches.find(branch.value_or(std::string(main_branch)))->second.emplace(number, std::move(next));
        return number;
    }

private:
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
                return fail(error_code::invalid_input, what + "'s name is not UTF-8: " + to_valid_utf8(name));
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<namespace_error> check_parent(object_identifier const& id) const {
        for (auto up = id.parent(); !up.is_root(); up = up.parent())
            if (!namespaces_.contains(up))
                return fail(error_code::namespace_not_found, "namespace " + up.display() + " does not exist");
        return std::nullopt;
    }

    [[nodiscard]] result<version_ptr, namespace_error> find_locked(object_identifier const& id,
                                                                   std::optional<std::string> const& branch,
                                                                   std::optional<std::int64_t> number) const {
        auto const at = tables_.find(id);
        if (at == tables_.end()) {
            if (auto missing = check_parent(id)) return *missing;
            return fail(error_code::table_not_found, namespaces_.contains(id) || id.is_root()
                                                         ? id.display() + " is a namespace, not a table"
                                                         : "table " + id.display() + " does not exist");
        }
        auto const& branches = at->second->branches;
        auto const name = branch.value_or(std::string(main_branch));
        auto const found = branches.find(name);
        if (found == branches.end())
            return fail(error_code::table_branch_not_found,
                        "table " + id.display() + " has no branch " + to_valid_utf8(name));
        if (!number) return found->second.rbegin()->second;
        auto const version = found->second.find(*number);
        if (version == found->second.end())
            return fail(error_code::table_version_not_found, "table " + id.display() + " has no version " +
                                                                 std::to_string(*number) + " (the latest is " +
                                                                 std::to_string(found->second.rbegin()->first) + ")");
        return version->second;
    }

    mutable std::mutex mutex_;
    std::set<object_identifier> namespaces_;
    std::map<object_identifier, table_ptr> tables_;
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
