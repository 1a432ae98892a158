// SPDX-License-Identifier: Apache-2.0
#include <lancespec/contract/operations.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/arbitrary/invalid.hpp>

// Laws that hold for the types of every operation, and for those within them. They run over the tables: a template for
// each type would take gigabytes to compile.
namespace families_test {

namespace contract = lancespec::contract;
namespace reflect = lancespec::reflect;

std::string encode(reflect::instance const& value) {
    std::string out;
    reflect::write_json(out, value.read());
    return out;
}

lancespec::violations decode(std::string const& json, reflect::instance& to) {
    lancespec::violations out;
    contract::decode_into(to.write(), json, contract::decode_options::strict(), out);
    return out;
}

bool has_bytes(reflect::type_info const& type) {
    return std::any_of(type.fields.begin(), type.fields.end(), [](auto const& field) { return field.is_body; });
}

void laws(reflect::type_info const& type) {
    std::string const name(type.name);
    rc::prop((name + "/round-trip").c_str(), [&type] {
        reflect::instance value(type);
        lancespec::arbitrary::make_valid(value.write());
        lancespec::violations found;
        contract::validate(value.read(), {}, found);
        if (!found.empty()) RC_FAIL(to_string(found));
        auto const json = encode(value);
        reflect::instance again(type);
        auto const broken = decode(json, again);
        if (!broken.empty()) RC_FAIL(json + "\n" + to_string(broken));
        RC_ASSERT(encode(again) == json);
        RC_ASSERT(has_bytes(type) || again == value);  // bytes are no JSON and not read back
    });
    rc::prop((name + "/one-rule").c_str(), [&type] {
        reflect::instance value(type);
        lancespec::arbitrary::make_valid(value.write());
        auto const document = lancespec::arbitrary::mutate(encode(value), type);
        reflect::instance again(type);
        auto const broken = decode(lancespec::to_json(document.document), again);
        if (broken.size() != 1 || broken[0].pointer != document.pointer || broken[0].broken != document.broken)
            RC_FAIL(document.pointer + " " + std::string(lancespec::name(document.broken)) + " in " +
                    lancespec::to_json(document.document) + "\n" + to_string(broken));
    });
}

TEST_CASE("Law: a valid value has no violations and reads back; a broken one reports its rule at its place") {
    for (auto const& op : contract::operations()) {
        CAPTURE(op.id);
        laws(op.request());
        laws(op.response());
    }
}

}  // namespace families_test
