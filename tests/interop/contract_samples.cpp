// SPDX-License-Identifier: Apache-2.0
// Prints documents made from the tables, one JSON object a line, for a validator that is not ours:
// {"schema", "document", "broken": null or the rule, "pointer"}. The argument is how many of each half of each
// operation.
#include <lancespec/arbitrary/described.hpp>
#include <lancespec/arbitrary/invalid.hpp>
#include <lancespec/contract/operations.hpp>

#include <boost/json/object.hpp>

#include <cstdlib>
#include <iostream>

namespace {

namespace reflect = lancespec::reflect;

void print(std::string_view schema, std::string const& document, char const* broken, std::string const& pointer) {
    boost::json::object line{{"schema", schema}, {"pointer", pointer}};
    line["broken"] = broken == nullptr ? boost::json::value() : boost::json::value(broken);
    line["document"] = lancespec::parse_json(document).value();
    std::cout << lancespec::to_json(line) << '\n';
}

void print_samples(reflect::type_info const& type) {
    rc::check([&type] {
        reflect::instance value(type);
        lancespec::arbitrary::make_valid(value.write());
        std::string json;
        reflect::write_json(json, value.read());
        print(type.name, json, nullptr, "");
        auto const broken = lancespec::arbitrary::mutate(json, type);
        print(type.name, lancespec::to_json(broken.document), std::string(lancespec::name(broken.broken)).c_str(),
              broken.pointer);
    });
}

}  // namespace

int main(int count, char** arguments) {
    ::setenv("RC_PARAMS", (std::string("seed=7 max_success=") + (count > 1 ? arguments[1] : "20")).c_str(), 1);
    for (auto const& op : lancespec::contract::operations())
        for (auto const* type : {&op.request(), &op.response()})
            if (!type->name.empty()) print_samples(*type);
    return 0;
}
