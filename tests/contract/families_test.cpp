#include <lancespec/contract/operations.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/arbitrary/invalid.hpp>

// Laws that hold for the types of every operation, and for those within them.
namespace families_test {

namespace contract = lancespec::contract;

template <class T>
void laws() {
    std::string const name(lancespec::reflect::type_of<T>().name);
    CAPTURE(name);
    rc::prop((name + "/round-trip").c_str(), [] {
        auto const value = *lancespec::arbitrary::valid<T>();
        auto const found = contract::validate(value);
        if (!found.empty()) RC_FAIL(to_string(found));
        auto const json = contract::encode(value);
        auto const again = contract::decode<T>(json, contract::decode_options::strict());
        if (!again) RC_FAIL(json + "\n" + to_string(again.error()));
        RC_ASSERT(contract::encode(*again) == json);
        bool body = false;  // bytes that are no JSON are not read back
        for (auto const& field : lancespec::reflect::type_of<T>().fields) body = body || field.is_body;
        RC_ASSERT(body || *again == value);
    });
    if (lancespec::reflect::type_of<T>().fields.empty()) return;
    rc::prop((name + "/one-rule").c_str(), [] {
        auto const document = *lancespec::arbitrary::invalid<T>();
        auto const read = contract::decode<T>(document.json, contract::decode_options::strict());
        RC_ASSERT(!read);
        if (read.error().size() != 1) RC_FAIL(to_string(read.error()));
        RC_ASSERT(read.error()[0].pointer == document.pointer);
        RC_ASSERT(read.error()[0].broken == document.broken);
    });
}

TEST_CASE("Law: a valid value has no violations and reads back; a broken one reports its rule at its place") {
    contract::for_each_operation([]<class Request, class Response>() {
        laws<Request>();
        laws<Response>();
    });
}

}  // namespace families_test
