// SPDX-License-Identifier: Apache-2.0
// What the suite has made on a server, so that it can be removed whatever happens.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace lancespec::conformance {

enum class made_kind : std::uint8_t {
    namespace_,
    table,
    view
};

struct made_object {
    made_kind kind = made_kind::table;
    std::vector<std::string> names;
    bool sure = false;  ///< the server said that it was made; otherwise it was asked to
};

/// Written before the server is asked to make something: an answer that is lost must not leave an object behind that
/// nobody knows of. One entry for an object, however often it is asked for. Thread-safe.
class journal {
public:
    /// What one request may make.
    struct intent {
        std::size_t entry = 0;
        bool first = true;  ///< nothing was asked for by this name before, or all of it was refused
    };

    intent will_make(made_kind kind, std::vector<std::string> names);
    void was_made(intent const& what);
    /// The server refused: there is nothing to remove, unless an earlier request may have made it.
    void was_not_made(intent const& what);

    /// All objects that may be there, in the order in which they were first asked for.
    [[nodiscard]] std::vector<made_object> entries() const;

private:
    mutable std::mutex mutex_;
    std::vector<made_object> entries_;
    std::vector<bool> gone_;
};

/// `table lancespeck3v9x2ab$tab`.
std::string describe(made_object const& object);

}  // namespace lancespec::conformance
