// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/journal.hpp"

#include <lancespec/core/identifier.hpp>

namespace lancespec::conformance {

journal::intent journal::will_make(made_kind kind, std::vector<std::string> names) {
    std::lock_guard const lock(mutex_);
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (!gone_[i] && entries_[i].names == names && entries_[i].kind == kind) return {i, false};
    entries_.push_back({kind, std::move(names), false});
    gone_.push_back(false);
    return {entries_.size() - 1, true};
}

void journal::was_made(intent const& what) {
    std::lock_guard const lock(mutex_);
    entries_[what.entry].sure = true;
}

void journal::was_not_made(intent const& what) {
    std::lock_guard const lock(mutex_);
    if (what.first && !entries_[what.entry].sure) gone_[what.entry] = true;
}

std::vector<made_object> journal::entries() const {
    std::lock_guard const lock(mutex_);
    std::vector<made_object> out;
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (!gone_[i]) out.push_back(entries_[i]);
    return out;
}

std::string describe(made_object const& object) {
    char const* const kind = object.kind == made_kind::namespace_ ? "namespace "
                             : object.kind == made_kind::view     ? "view "
                                                                  : "table ";
    return kind + object_identifier(object.names).display();
}

}  // namespace lancespec::conformance
