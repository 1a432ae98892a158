// SPDX-License-Identifier: Apache-2.0
// Type-erased descriptions of the C++ types that travel as JSON. One constexpr table per struct; reading,
// writing, validation, schemas and generators all run over these tables instead of over templates.
#pragma once

#include <lancespec/config.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/core/key_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE

/// The versions of the specification that the tables tell apart, oldest first. The documents all call themselves
/// 1.0.0; these are the release tags.
enum class spec_version : std::uint8_t {
    v0_9_0,
    v0_11_1,
    v0_12_0,
    v0_13_0
};
inline constexpr spec_version latest_spec_version = spec_version::v0_13_0;
inline constexpr std::string_view spec_version_names[] = {"0.9.0", "0.11.1", "0.12.0", "0.13.0"};

/// `0.11.1`.
[[nodiscard]] constexpr std::string_view name(spec_version version) noexcept {
    return spec_version_names[static_cast<std::size_t>(version)];
}

namespace reflect {

struct type_info;
using type_ref = type_info const& (*)();

/// Where a value is to be written, and its type.
struct slot {
    void* value = nullptr;
    type_info const* type = nullptr;
};

/// A value to be read; null when an optional one is absent.
struct view {
    void const* value = nullptr;
    type_info const* type = nullptr;
};

/// How a JSON value is held in C++.
enum class value_kind : std::uint8_t {
    boolean,      ///< bool
    int64,        ///< std::int64_t
    float64,      ///< double
    string,       ///< std::string, UTF-8
    enumeration,  ///< an enumeration with a closed vocabulary
    json,         ///< boost::json::value: anything, kept as it came
    array,        ///< std::vector
    map,          ///< std::map<std::string, …>
    object,       ///< a struct with a field table
};

/// How the document says that null is allowed. Absent and null mean the same unless a field says otherwise.
enum class null_spelling : std::uint8_t {
    none,              ///< null is not allowed
    type_list,         ///< `type: [string, "null"]`
    one_of,            ///< `oneOf: [{type: "null"}, …]`
    nullable_keyword,  ///< `nullable: true`, a keyword of OpenAPI 3.0
};

/// What the document declares besides the type.
enum class number_format : std::uint8_t {
    none,
    int32,
    int64,
    float32,
    float64
};

/// A language that the text of a string is in.
enum class text_rule : std::uint8_t {
    none,
    field_path,
    where_clause,
    date_time,  ///< RFC 3339
};

/// Whether two spellings are of one word: case and underscores make no difference (`ExistOk`, `exist_ok`).
[[nodiscard]] constexpr bool same_word(std::string_view a, std::string_view b) noexcept {
    std::size_t i = 0;
    std::size_t j = 0;
    while (true) {
        while (i < a.size() && a[i] == '_') ++i;
        while (j < b.size() && b[j] == '_') ++j;
        if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
        if (ascii_lower(a[i++]) != ascii_lower(b[j++])) return false;
    }
}

/// How members of one C++ type are reached.
struct member_access {
    slot (*engage)(void* member) = nullptr;
    view (*peek)(void const* member) = nullptr;
    void (*clear)(void* member) = nullptr;  ///< null for what cannot be absent
    type_ref type = nullptr;                ///< of the value
};

/// One member of a struct.
struct field_info {
    std::string_view name;                   ///< in JSON
    void* (*place)(void* object) = nullptr;  ///< the member itself, be it an optional
    member_access const* reach = nullptr;
    bool is_required = false;
    null_spelling nullable = null_spelling::none;
    number_format format = number_format::none;
    text_rule text = text_rule::none;
    std::optional<std::int64_t> minimum;
    std::optional<std::uint32_t> min_length;  ///< characters; of an array or map of strings, those of each
    std::uint32_t min_items = 0;
    std::uint32_t items_each = 0;    ///< of a list of lists: how many items each has; 0: any number
    bool unique = false;             ///< no string is in the list twice
    std::string_view default_value;  ///< what absent means, as JSON text; empty: the document does not say
    spec_version since = spec_version::v0_9_0;
    bool default_in_prose = false;           ///< the default stands in the description alone
    std::optional<spec_version> list_since;  ///< before this version one item, not a list of them
    std::string_view schema;                 ///< name of the schema that the document refers to for a plain type
    bool outside_schema = false;             ///< appears in the documents' examples only
    bool is_body = false;                    ///< bytes that are the HTTP body itself: no JSON member
    bool must_be_object = false;             ///< opaque JSON, but an object
    bool plain = false;                      ///< of a type that is valid whatever its value, unless the row bounds it
    std::string_view doc;

    /// The place of the value in @p object, after an absent member is made present.
    [[nodiscard]] slot access(void* object) const { return reach->engage(place(object)); }
    /// The value in @p object; null when it is absent.
    [[nodiscard]] view get(void const* object) const { return reach->peek(place(const_cast<void*>(object))); }
    [[nodiscard]] type_info const& type() const { return reach->type(); }
    [[nodiscard]] constexpr bool can_be_absent() const noexcept { return reach->clear != nullptr; }
    /// Makes the member of @p object absent, if it can be.
    void clear(void* object) const {
        if (can_be_absent()) reach->clear(place(object));
    }

    /// Whether validation has anything to look at.
    [[nodiscard]] constexpr bool is_bounded() const {
        return !plain || minimum || min_length || text != text_rule::none || format == number_format::int32 ||
               min_items != 0 || items_each != 0 || unique || must_be_object;
    }

    /// Whether the JSON of that version has the member.
    [[nodiscard]] constexpr bool in_json(spec_version version) const noexcept { return since <= version && !is_body; }

    // The table reads as sentences: field<&request::column>("column").required().at_least_chars(1).…
    [[nodiscard]] constexpr field_info&& required() && {
        is_required = true;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& or_null(null_spelling spelling) && {
        nullable = spelling;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& formatted(number_format declared) && {
        format = declared;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& at_least(std::int64_t bound) && {
        minimum = bound;
        return std::move(*this);
    }
    /// An integer of 64 bits, at least 0: how the document writes counts, sizes and versions.
    [[nodiscard]] constexpr field_info&& natural() && {
        return std::move(*this).formatted(number_format::int64).at_least(0);
    }
    [[nodiscard]] constexpr field_info&& at_least_chars(std::uint32_t count) && {
        min_length = count;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& at_least_items(std::uint32_t count) && {
        min_items = count;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& each_of_items(std::uint32_t count) && {
        items_each = count;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& unique_items() && {
        unique = true;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& in_language(text_rule language) && {
        text = language;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& from(spec_version version) && {
        since = version;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& not_in_schema() && {
        outside_schema = true;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& defaults_to(std::string_view json) && {
        default_value = json;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& defaults_in_prose_to(std::string_view json) && {
        default_value = json;
        default_in_prose = true;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& a_list_since(spec_version version) && {
        list_since = version;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& called(std::string_view schema_) && {
        schema = schema_;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& as_body() && {
        is_body = true;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& an_object() && {
        must_be_object = true;
        return std::move(*this);
    }
    [[nodiscard]] constexpr field_info&& says(std::string_view text_) && {
        doc = text_;
        return std::move(*this);
    }
};

/// How many of some members of one object are given.
struct choice {
    static constexpr std::size_t most_members = 5;
    std::array<std::string_view, most_members> members{};  ///< empty names at the end
    std::uint8_t least = 0;
    std::uint8_t most = most_members;
};
template <class... Names>
[[nodiscard]] constexpr choice exactly_one(Names... names) {
    return {{names...}, 1, 1};
}
template <class... Names>
[[nodiscard]] constexpr choice at_most_one(Names... names) {
    return {{names...}, 0, 1};
}
template <class... Names>
[[nodiscard]] constexpr choice at_least_one(Names... names) {
    return {{names...}, 1, choice::most_members};
}

/// What is wrong with members of an object that do not go together; an empty message: nothing.
struct objection {
    std::string_view member{};
    std::string_view message{};
};

/// A type. Members that its kind does not use are null or empty.
struct type_info {
    value_kind kind = value_kind::json;
    std::string_view name;  ///< object, enumeration: the schema's name in the document

    // object
    std::span<field_info const> fields;
    std::span<std::uint8_t const> hash_slots;  ///< perfect hash of the field names, see key_index.hpp
    std::uint32_t hash_seed = 0;
    std::uint64_t required_bits = 0;  ///< bit N: field N is required
    std::uint64_t bounded_bits = 0;   ///< bit N: field N has something to validate
    std::span<choice const> choices;
    objection (*object_to)(void const* object) = nullptr;
    void* (*make)() = nullptr;  ///< a new default value, for destroy()
    void (*destroy)(void* object) = nullptr;
    void (*reset)(void* object) = nullptr;  ///< to a default value again

    // array and map
    type_ref element = nullptr;
    slot (*append)(void* array) = nullptr;
    void (*reserve)(void* array, std::size_t count, std::size_t bytes) = nullptr;  ///< for both at most
    bool (*append_null)(void* container, std::string* key) = nullptr;  ///< null when elements are not nullable
    std::size_t (*size)(void const* container) = nullptr;
    view (*at)(void const* array, std::size_t index) = nullptr;
    slot (*insert)(void* map, std::string&& key, bool& fresh) = nullptr;
    void (*for_each)(void const* map, void (*visit)(void* with, std::string_view key, view value),
                     void* with) = nullptr;

    // enumeration
    std::span<std::string_view const> enumerators;
    bool any_case = false;  ///< PascalCase and snake_case are the same word, in capitals or not
    void (*set_enumerator)(void* value, std::size_t index) = nullptr;
    std::size_t (*get_enumerator)(void const* value) = nullptr;

    /// The index of the field called @p key, or fields.size(). One comparison.
    [[nodiscard]] std::size_t find(std::string_view key) const noexcept {
        if (key.empty() || hash_slots.empty()) return fields.size();
        auto const slot = hash_slots[key_hash(key, hash_seed) & (hash_slots.size() - 1)];
        return slot < fields.size() && fields[slot].name == key ? slot : fields.size();
    }

    /// The index of the word that @p text spells, or enumerators.size(). Linear in the vocabulary.
    [[nodiscard]] constexpr std::size_t find_enumerator(std::string_view text) const noexcept {
        std::size_t i = 0;
        while (i < enumerators.size() && !(any_case ? same_word(enumerators[i], text) : enumerators[i] == text)) ++i;
        return i;
    }
};

/// Whether two values of one type are equal, or both absent. Linear.
[[nodiscard]] LANCESPEC_DECL bool equal(view a, view b);

/// An object whose type is known when the program runs.
class instance {
public:
    explicit instance(type_info const& type) : type_(&type), object_(type.make()) {}
    instance(instance const&) = delete;
    instance& operator=(instance const&) = delete;
    ~instance() { type_->destroy(object_); }

    [[nodiscard]] type_info const& type() const noexcept { return *type_; }
    [[nodiscard]] slot write() noexcept { return {object_, type_}; }
    [[nodiscard]] view read() const noexcept { return {object_, type_}; }

    friend bool operator==(instance const& a, instance const& b) {
        return a.type_ == b.type_ && equal(a.read(), b.read());
    }

private:
    type_info const* type_;
    void* object_;
};

}  // namespace reflect
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/type_info.ipp>
#endif
