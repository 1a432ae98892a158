// SPDX-License-Identifier: Apache-2.0
// The transactions that answers name: how work stands that a client may follow.
#pragma once

#include <lancespec/executor/impl/table_state.ipp>

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

struct transaction_state {
    model::transaction_status status = model::transaction_status::succeeded;
    model::string_map properties;
};

/// Thread-safe. Remembers the last 100,000.
class transactions {
public:
    /// A transaction that has ended well; its id.
    std::string add(model::string_map properties) {
        std::lock_guard const lock(mutex_);
        auto id = "transaction-" + std::to_string(++last_);
        if (order_.size() == most) {
            known_.erase(order_.front());
            order_.pop_front();
        }
        order_.push_back(id);
        known_.emplace(id, transaction_state{model::transaction_status::succeeded, std::move(properties)});
        return id;
    }

    [[nodiscard]] result<transaction_state, namespace_error> find(object_identifier const& id) const {
        std::lock_guard const lock(mutex_);
        auto const at = known_.find(name_of(id));
        if (at == known_.end()) return unknown(id);
        return at->second;
    }

    /// Applies the actions in their order, all or none.
    result<transaction_state, namespace_error> alter(object_identifier const& id,
                                                     std::vector<model::alter_transaction_action> const& actions) {
        std::lock_guard const lock(mutex_);
        auto const at = known_.find(name_of(id));
        if (at == known_.end()) return unknown(id);
        auto next = at->second;
        for (std::size_t i = 0; i < actions.size(); ++i)
            if (auto bad = apply(actions[i], "/actions/" + std::to_string(i), next)) return *bad;
        auto out = next;
        at->second = std::move(next);
        return out;
    }

private:
    static constexpr std::size_t most = 100'000;

    /// Transactions are named by one segment.
    static std::string name_of(object_identifier const& id) {
        return id.depth() == 1 ? id.names().front() : std::string();
    }
    static namespace_error unknown(object_identifier const& id) {
        return fail(error_code::transaction_not_found, "transaction " + quote(id.display()) + " does not exist");
    }

    static std::optional<namespace_error> apply(model::alter_transaction_action const& action, std::string const& place,
                                                transaction_state& to) {
        if (action.setStatusAction) {
            if (!action.setStatusAction->status)
                return fail(error_code::invalid_input, place + "/setStatusAction/status: is missing");
            to.status = *action.setStatusAction->status;
        } else if (action.setPropertyAction) {
            auto const& set = *action.setPropertyAction;
            if (!set.key) return fail(error_code::invalid_input, place + "/setPropertyAction/key: is missing");
            auto const mode = set.mode.value_or(model::set_property_mode::overwrite);
            bool const there = to.properties.contains(*set.key);
            if (there && mode == model::set_property_mode::fail)
                return fail(error_code::invalid_input,
                            place + "/setPropertyAction: property " + quote(*set.key) + " is there already");
            if (!there || mode != model::set_property_mode::skip)
                to.properties.insert_or_assign(*set.key, set.value.value_or(std::string()));
        } else if (action.unsetPropertyAction) {
            auto const& unset = *action.unsetPropertyAction;
            if (!unset.key) return fail(error_code::invalid_input, place + "/unsetPropertyAction/key: is missing");
            if (to.properties.erase(*unset.key) == 0 && unset.mode == model::unset_property_mode::fail)
                return fail(error_code::invalid_input,
                            place + "/unsetPropertyAction: there is no property " + quote(*unset.key));
        } else {
            return fail(error_code::invalid_input, place + ": says nothing to change");
        }
        return std::nullopt;
    }

    mutable std::mutex mutex_;
    std::int64_t last_ = 0;
    std::deque<std::string> order_;
    std::map<std::string, transaction_state, std::less<>> known_;
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
