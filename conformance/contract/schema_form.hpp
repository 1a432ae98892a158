// SPDX-License-Identifier: Apache-2.0
// What a JSON Schema requires, however it is spelled.
#pragma once

#include <boost/json/value.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Thrown where comparing would cost more than a document of its size may.
struct too_costly {
    std::string why;
};

/// What comparing may cost: steps, each about one member of a schema looked at, and levels of nesting.
class comparison_budget {
public:
    void spend(std::size_t steps = 1) {
        if (steps > left_) throw too_costly{"comparing it takes more than 5000000 steps"};
        left_ -= steps;
    }

    /// One level deeper while it lives.
    class level {
    public:
        explicit level(comparison_budget& of) : of_(of) {
            if (++of_.depth_ > 400) {
                --of_.depth_;
                throw too_costly{"its schemas are nested, or refer to each other, deeper than 400 levels"};
            }
        }
        level(level const&) = delete;
        level& operator=(level const&) = delete;
        ~level() { --of_.depth_; }

    private:
        comparison_budget& of_;
    };

private:
    std::size_t left_ = 5'000'000;
    std::size_t depth_ = 0;
};

/// What is known of a schema without its form.
struct schema_summary {
    bool never = false;
    bool empty = false;  ///< it allows everything
    std::optional<std::set<std::string>> types;
};

/// A document whose references can be followed. What was found out about its schemas is found out once.
class schema_source {
public:
    schema_source(boost::json::value const& document, comparison_budget& budget)
        : document_(document), budget_(budget) {}
    schema_source(schema_source const&) = delete;
    schema_source& operator=(schema_source const&) = delete;

    /// What `#/…` leads to; null: out of the document, or nowhere.
    [[nodiscard]] boost::json::value const* find(std::string_view reference) const;

    [[nodiscard]] comparison_budget& budget() const { return budget_; }

    /// Of a schema that contains itself, while it is being looked at: nothing.
    [[nodiscard]] schema_summary const& summary(boost::json::value const& schema, bool follow) const;

    /// As allows_null() below, of one schema.
    [[nodiscard]] bool allows_null(boost::json::value const& schema) const;

private:
    boost::json::value const& document_;
    mutable std::map<std::pair<boost::json::value const*, bool>, schema_summary> summaries_;
    mutable std::map<boost::json::value const*, bool> allowing_null_;
    comparison_budget& budget_;
};

/// Schemas that all hold: a schema as it is written, then those that `allOf` and references add.
using conjunction = std::vector<boost::json::value const*>;

/// Values by what they are in JSON, numbers by their value: a set.
using value_set = std::map<std::string, boost::json::value>;

/// A schema's keywords in one spelling. What allows everything (`minLength: 0`, `items: {}`), what bears on no type
/// that the schema allows, and what is for people alone (`description`, `example`, `x-…`) is left out; so is null,
/// which allows_null() tells.
struct schema_form {
    bool never = false;                ///< nothing but null is allowed
    std::set<std::string> references;  ///< those that were not followed
    std::optional<std::set<std::string>>
        types;                             ///< without null; none: any. Those of the values where there is an enum
    std::optional<value_set> values;       ///< `enum`, `const`
    std::map<std::string, double> bounds;  ///< `minimum`, `maxLength`, …
    std::set<std::string> required;
    std::map<std::string, conjunction> properties;
    std::map<std::string, conjunction> pattern_properties;
    std::map<std::string, conjunction> dependent_schemas;
    std::map<std::string, conjunction> parts;  ///< keywords with one schema: `items`, `additionalProperties`, …
    std::vector<conjunction> prefix_items;
    std::vector<std::vector<conjunction>> any_of;
    std::vector<std::vector<conjunction>> one_of;
    std::vector<conjunction> excluded;                  ///< `not`
    std::vector<boost::json::value const*> conditions;  ///< schemas with `if`
    std::map<std::string, value_set> others;            ///< every other keyword, unknown ones too

    /// Whether it allows everything.
    [[nodiscard]] bool is_empty() const;
};

/// The form of @p schemas together. With @p follow the references at this level are replaced by what they lead to.
/// Throws too_costly.
schema_form form_of(conjunction const& schemas, schema_source const& source, bool follow);

/// Whether null is a value of @p schemas: by `type`, `nullable`, `enum`, `const`, `anyOf`, `oneOf`, `allOf`, `not`, a
/// reference to such a schema, or since nothing forbids it. Throws too_costly.
bool allows_null(conjunction const& schemas, schema_source const& source);

/// @p value in one spelling: members by name, whole numbers without a fraction.
std::string spelled(boost::json::value const& value, comparison_budget& budget);

}  // namespace lancespec::conformance
