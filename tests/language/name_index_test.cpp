// SPDX-License-Identifier: Apache-2.0
#include <lancespec/language/evaluate.hpp>
#include <lancespec/language/impl/name_index.ipp>

#include "tests/support/catch.hpp"

#include <string>
#include <vector>

namespace name_index_test {

using lancespec::path_matching;

TEST_CASE("Law: a name is found in a level as by going through it, however wide the level") {
    rc::prop("", [] {
        std::vector<lancespec::columnar::field> level;
        auto const count = *rc::gen::inRange(0, 60);
        auto const any_name = rc::gen::container<std::string>(rc::gen::element('a', 'A', 'b', '_'));
        for (int i = 0; i < count; ++i) level.push_back({*any_name, {}, true, {}});
        lancespec::detail::name_index index;
        for (int i = 0; i < 20; ++i) {
            auto const name = *any_name;
            for (auto const how : {path_matching::exact, path_matching::exact_then_ascii_case}) {
                auto const right = lancespec::detail::find_child(level, name, how);
                auto const found = index.find(level, name, how);
                RC_ASSERT(found.count == right.count);
                if (right.count > 0) RC_ASSERT(found.index == right.index);
            }
        }
    });
}

TEST_CASE("A filter that names each of many fields of a struct binds, and shares the struct's type") {
    namespace columnar = lancespec::columnar;
    columnar::schema schema;
    schema.fields.push_back({"st", {}, true, {}});
    schema.fields[0].type.id = columnar::type_id::struct_;
    auto& fields = schema.fields[0].type.children.edit();
    std::string filter = "st.f0 = 0";
    constexpr int count = 3000;
    for (int i = 0; i < count; ++i) {
        columnar::data_type type;
        type.id = columnar::type_id::int32;
        fields.push_back({"f" + std::to_string(i), type, true, {}});
        if (i > 0) filter += " OR st.f" + std::to_string(i) + " = " + std::to_string(i);
    }
    auto const before = &schema.fields[0].type.children.list();
    auto const bound = lancespec::where::bind_filter(lancespec::where::parse(filter).value(), schema);
    REQUIRE(bound.has_value());
    // An expression of the struct has the schema's own list of fields, not a copy.
    auto const value = lancespec::where::bind_value(lancespec::where::parse("st").value(), schema);
    REQUIRE(value.has_value());
    CHECK(&value->type().children.list() == before);
}

}  // namespace name_index_test
