// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/suite.hpp"

#include "conformance/engine/operation.hpp"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

namespace lancespec::conformance {
namespace {

std::string id_of(fault const& one, std::string_view check) {
    return one.what.empty() ? std::string(check) : fmt::format("{}.{}", check, one.what);
}

[[noreturn]] void refuse(check const& c, std::string_view why) {
    throw std::invalid_argument(fmt::format("check `{}`: {}", c.id, why));
}

}  // namespace

void suite::add(std::vector<definition> list) {
    // All is looked at before anything is added.
    std::set<std::string> ids;
    std::set<std::string> broken_ids;
    for (auto const& one : list) {
        auto const& c = one.check;
        if (c.id.empty()) refuse(c, "a check needs an id");
        if (!c.run) refuse(c, "there is nothing to run");
        if (find_operation(c.operation) == nullptr)
            refuse(c, fmt::format("`{}` is no operation of the contract", c.operation));
        if (check_at_.contains(c.id) || !ids.insert(c.id).second) refuse(c, "another check has this id");
        for (auto const& broken : one.faults) {
            auto id = id_of(broken, c.id);
            if (!broken.answer) refuse(c, fmt::format("its fault `{}` has no answer", id));
            if (fault_at_.contains(id) || !broken_ids.insert(id).second)
                refuse(c, fmt::format("another fault has the id `{}`", id));
        }
    }
    for (auto& one : list) {
        for (auto& broken : one.faults) {
            broken.check = one.check.id;
            broken.clause = one.check.clause;
            broken.id = id_of(broken, broken.check);
            fault_at_.emplace(broken.id, faults_.size());
            faults_.push_back(std::move(broken));
        }
        check_at_.emplace(one.check.id, checks_.size());
        checks_.push_back(std::move(one.check));
    }
}

check const* suite::find_check(std::string_view id) const noexcept {
    auto const found = check_at_.find(id);
    return found == check_at_.end() ? nullptr : &checks_[found->second];
}

fault const* suite::find_fault(std::string_view id) const noexcept {
    auto const found = fault_at_.find(id);
    return found == fault_at_.end() ? nullptr : &faults_[found->second];
}

}  // namespace lancespec::conformance
