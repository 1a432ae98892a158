// SPDX-License-Identifier: Apache-2.0
// The objects that derived checks ask about, made as each is needed.
#pragma once

#include "conformance/engine/answer.hpp"
#include "conformance/engine/operation.hpp"
#include "conformance/setup/client.hpp"
#include "conformance/setup/fixtures.hpp"
#include "conformance/setup/samples.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// An object, and a good request about it.
struct test_object {
    std::vector<std::string> names;
    boost::json::object members;
    std::string rows;  ///< the body of an operation that takes Arrow data
};

/// The members of the good request of @p op, about @p object: by default one that nobody has.
boost::json::object example_members(operation const& op, std::vector<std::string> const& object = {"lancespec"});

/// Thread-safe.
class test_objects {
public:
    explicit test_objects(session& run) : run_(run) {}

    /// What a request of @p op can be about, with a good request; another one each time where the request would make
    /// or change its name. Not for two checks of one operation at the same time.
    result<test_object, not_made> next(operation const& op);

    /// Whether there is another good request of @p op, for a server that refuses the first; next() gives it from now
    /// on.
    bool try_otherwise(operation const& op);

    /// Told of the answer to a request about what next() gave: it may be gone now.
    void settle(operation const& op, answer const& a);

private:
    using names = std::vector<std::string>;

    result<names, not_made> object_for(sample const& what, client& by);
    result<names, not_made> table(client& by, std::string_view name, bool declared_will_do);
    /// A table that is only read: the suite's own where it can be made, else one that is named.
    result<names, not_made> shared(client& by, bool declared_will_do);
    result<names, not_made> shared_own(client& by, bool declared_will_do);
    result<std::string, not_made> location(client& by);
    /// One that the server has named in the answer to making an index; empty: none.
    std::string transaction(client& by);
    static result<std::string, not_made> manifest(client& by, names const& table);
    std::optional<not_made> prepare(sample const& what, test_object& s, client& by, std::size_t number);

    session& run_;
    std::mutex mutex_;
    std::map<std::string_view, std::size_t> used_;     ///< how many names of its own an operation has had
    std::map<std::string_view, std::size_t> numbers_;  ///< how many requests it has had
    std::map<std::string_view, boost::json::object> last_;
    std::set<std::string_view> prepared_;   ///< operations whose object is ready and not yet consumed
    std::set<std::string_view> otherwise_;  ///< operations whose other request is sent
    std::map<std::string, names, std::less<>> own_;
    std::optional<std::string> transaction_;  ///< absent: not asked for yet
    std::string location_;  ///< of a table that the server was told to forget, until it is registered again
    std::optional<result<names, not_made>> rows_;  ///< the shared table with rows
    std::optional<result<names, not_made>> name_;  ///< the shared table without
};

}  // namespace lancespec::conformance
