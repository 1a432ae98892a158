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
/// nobody knows of. Thread-safe.
class journal {
public:
    /// The entry's number.
    std::size_t will_make(made_kind kind, std::vector<std::string> names);
    void was_made(std::size_t entry);
    /// The server refused: there is nothing to remove.
    void was_not_made(std::size_t entry);

    /// All entries, in order.
    [[nodiscard]] std::vector<made_object> entries() const;

private:
    mutable std::mutex mutex_;
    std::vector<made_object> entries_;
    std::vector<bool> gone_;
};

/// `table lancespeck3v9x2ab$tab`.
std::string describe(made_object const& object);

}  // namespace lancespec::conformance
