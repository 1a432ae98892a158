// SPDX-License-Identifier: Apache-2.0
// `diff` compares what documents mean: another spelling is no difference, another meaning is, at its place.
#include "conformance/contract/differences.hpp"

#include "conformance/contract/document.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/contract/openapi.hpp>
#include <lancespec/core/json.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace differences_test {

namespace json = boost::json;
namespace lc = lancespec::conformance;

json::value parsed(std::string const& text) {
    auto out = lc::parse_document(text);
    INFO(text);
    REQUIRE(out.has_value());
    return *out;
}

/// A document whose schema S is @p schema, and others beside it.
json::value with_schema(std::string const& schema) {
    return parsed(R"({"openapi": "3.1.0", "paths": {}, "components": {"schemas": {
        "Named": {"type": "string"}, "Same": {"type": "string"},
        "Tree": {"type": "object", "properties": {"left": {"$ref": "#/components/schemas/Tree"}}},
        "S": )" + schema +
                  "}}}");
}

/// A document of one operation with @p members.
json::value with_operation(std::string const& members) {
    return parsed(R"({"openapi": "3.1.0", "security": [{"key": []}],
        "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"},
                                           "other": {"type": "http", "scheme": "basic"}},
            "schemas": {"Named": {"type": "string"}},
            "parameters": {"q": {"in": "query", "name": "q", "schema": {"type": "array"}}},
            "requestBodies": {"b": {"content": {"application/json": {"schema": {"type": "string"}}}}},
            "responses": {"r": {"description": "r"}}},
        "paths": {"/a/{id}": {"post": {"operationId": "A", )" +
                  members + "}}}}");
}

std::vector<lc::difference> found(json::value const& a, json::value const& b) {
    auto out = lc::differences(a, b);
    REQUIRE(out.has_value());
    return *out;
}

std::string told(std::vector<lc::difference> const& all) {
    std::string out;
    for (auto const& one : all) out += one.text() + '\n';
    return out;
}

using two = std::pair<std::string, std::string>;

TEST_CASE("another spelling of a schema is no difference") {
    std::vector<two> const same{
        {R"({"$ref": "#/components/schemas/Named"})", R"({"allOf": [{"$ref": "#/components/schemas/Named"}]})"},
        {R"({"$ref": "#/components/schemas/Named"})", R"({"$ref": "#/components/schemas/Same"})"},
        {R"({"$ref": "#/components/schemas/Named"})", R"({"type": "string"})"},
        {R"({"$ref": "#/components/schemas/Named"})", R"({"$ref": "#/components/schemas/S2/../x", "type": "string"})"},
        {R"({"type": ["string", "null"]})", R"({"type": "string", "nullable": true})"},
        {R"({"type": ["string", "null"]})", R"({"anyOf": [{"type": "string"}, {"type": "null"}]})"},
        {R"({"type": ["string", "null"]})", R"({"oneOf": [{"type": "null"}, {"type": "string"}]})"},
        {R"({"type": ["string", "null"]})", R"({"anyOf": [{"type": "string"}, {"const": null}]})"},
        {R"({"type": ["null", "string"]})", R"({"anyOf": [{"type": "string"}, {"enum": [null]}]})"},
        {R"({"oneOf": [{"$ref": "#/components/schemas/Named"}, {"type": "null"}]})",
         R"({"nullable": true, "allOf": [{"$ref": "#/components/schemas/Named"}]})"},
        {R"({"type": "string"})", R"({"type": ["string"], "nullable": false})"},
        {R"({"enum": ["a", "b"]})", R"({"type": "string", "enum": ["b", "a"]})"},
        {R"({"enum": ["a", "b"]})", R"({"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]})"},
        {R"({"enum": ["a", null]})", R"({"type": ["string", "null"], "enum": [null, "a"]})"},
        {R"({"const": 1})", R"({"enum": [1.0]})"},
        {R"({"type": "boolean"})", R"({"enum": [true, false]})"},
        {R"({"type": ["string", "integer"]})", R"({"anyOf": [{"type": "integer"}, {"type": "string"}]})"},
        {R"({"type": ["string", "integer"]})", R"({"oneOf": [{"type": "integer"}, {"type": "string"}]})"},
        {R"({"type": "number", "exclusiveMinimum": 0})",
         R"({"type": "number", "minimum": 0, "exclusiveMinimum": true})"},
        {R"({"type": "number", "maximum": 2})", R"({"type": "number", "maximum": 2.0, "exclusiveMaximum": false})"},
        {R"({"type": "integer", "minimum": 1})", R"({"type": "integer", "exclusiveMinimum": 0})"},
        {R"({"type": "string", "minLength": 2})", R"({"allOf": [{"type": "string"}, {"minLength": 2}]})"},
        {R"({"type": "string"})", R"({"type": "string", "minLength": 0, "minimum": 5, "items": {"type": "string"}})"},
        {R"({"type": "array", "items": {}})", R"({"type": "array", "uniqueItems": false, "minItems": 0})"},
        {R"({"type": "object"})",
         R"({"type": "object", "additionalProperties": true, "propertyNames": {"type": "string"}})"},
        {R"({"type": "object", "required": ["a", "b"]})", R"({"required": ["b", "a", "b"], "type": "object"})"},
        {R"({"type": "object", "properties": {"a": {}, "b": {}}})",
         R"({"allOf": [{"type": "object", "properties": {"b": {}}}, {"properties": {"a": {"x-a": 1}}}]})"},
        {R"({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})",
         R"({"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]})"},
        {R"({"type": "string"})", R"({"type": "string", "description": "d", "title": "t", "example": "e",
            "examples": ["e"], "$comment": "c", "x-note": 1, "externalDocs": {"url": "u"}, "deprecated": false,
            "readOnly": false, "writeOnly": false})"},
        {R"({"not": {"enum": ["a", "b"]}})", R"({"not": {"enum": ["b", "a"]}})"},
        {"true", "{}"},
        {"false", R"({"not": {}})"},
        {R"({"type": "object", "properties": {"left": {"$ref": "#/components/schemas/Tree"}}})",
         R"({"$ref": "#/components/schemas/Tree"})"},
        {R"({"type": "object", "properties": {"left": {"$ref": "#/components/schemas/Tree"}}})",
         R"({"type": "object", "properties": {"left": {"$ref": "#/components/schemas/S"}}})"},
    };
    for (auto const& [a, b] : same) {
        CAPTURE(a, b);
        bool const dangling = b.find("S2") != std::string::npos;
        CHECK(told(found(with_schema(a), with_schema(b))).empty() != dangling);
        CHECK(told(found(with_schema(b), with_schema(a))).empty() != dangling);
    }
}

struct change {
    std::string from;
    std::string to;
    std::string what;
    std::string where = "S";
};

void expect_told(change const& c, json::value const& a, json::value const& b) {
    CAPTURE(c.from, c.to);
    auto const there = found(a, b);
    auto const back = found(b, a);
    CAPTURE(told(there), told(back));
    REQUIRE(there.size() == 1);
    REQUIRE(back.size() == 1);
    for (auto const& one : {there.front(), back.front()}) {
        CHECK(one.where == c.where);
        CHECK(one.what == c.what);
    }
    CHECK(there.front().contract == back.front().document);
    CHECK(there.front().document == back.front().contract);
}

TEST_CASE("each keyword of a schema that changes its meaning is told at its place, in both directions") {
    std::string const object = R"("type": "object")";
    std::vector<change> const changes{
        {R"({"type": "string"})", R"({"type": "integer"})", "type"},
        {R"({"type": "string"})", R"({})", "type"},
        {R"({"type": "integer"})", R"({"type": "number"})", "type"},
        {R"({"type": "string"})", R"({"type": ["string", "null"]})", "null"},
        {R"({"$ref": "#/components/schemas/Named"})", R"({"nullable": true, "$ref": "#/components/schemas/Named"})",
         "null"},
        {R"({"type": ["string", "null"]})", R"({"type": ["string", "null"], "not": {"type": "null"}})", "null"},
        {R"({"type": "string"})", R"({"const": "a"})", "enum"},
        {R"({"enum": ["a"]})", R"({"enum": ["a", "b"]})", "enum"},
        {R"({"type": "string"})", R"({"type": "string", "format": "date"})", "format"},
        {R"({"type": "string"})", R"({"type": "string", "minLength": 1})", "minLength"},
        {R"({"type": "string"})", R"({"type": "string", "maxLength": 1})", "maxLength"},
        {R"({"type": "string"})", R"({"type": "string", "pattern": "a"})", "pattern"},
        {R"({"type": "string", "pattern": "b"})", R"({"type": "string", "pattern": "a"})", "pattern"},
        {R"({"type": "string"})", R"({"type": "string", "contentEncoding": "base64"})", "contentEncoding"},
        {R"({"type": "string"})", R"({"type": "string", "contentMediaType": "image/png"})", "contentMediaType"},
        {R"({"type": "string"})", R"({"type": "string", "contentSchema": {"type": "object"}})", "contentSchema"},
        {R"({"type": "string"})", R"({"type": "string", "default": "a"})", "default"},
        {R"({"type": "string"})", R"({"type": "string", "deprecated": true})", "deprecated"},
        {R"({"type": "string"})", R"({"type": "string", "readOnly": true})", "readOnly"},
        {R"({"type": "string"})", R"({"type": "string", "writeOnly": true})", "writeOnly"},
        {R"({"type": "number"})", R"({"type": "number", "minimum": 0})", "minimum"},
        {R"({"type": "number"})", R"({"type": "number", "maximum": 0})", "maximum"},
        {R"({"type": "number"})", R"({"type": "number", "exclusiveMinimum": 0})", "exclusiveMinimum"},
        {R"({"type": "number"})", R"({"type": "number", "exclusiveMaximum": 0})", "exclusiveMaximum"},
        {R"({"type": "number"})", R"({"type": "number", "multipleOf": 2})", "multipleOf"},
        {R"({"type": "array"})", R"({"type": "array", "items": {"type": "string"}})", "items"},
        {R"({"type": "array", "items": {"type": "string"}})", R"({"type": "array", "items": {"type": "integer"}})",
         "type", "S/items"},
        {R"({"type": "array"})", R"({"type": "array", "prefixItems": [{"type": "string"}]})", "prefixItems"},
        {R"({"type": "array"})", R"({"type": "array", "contains": {"type": "string"}})", "contains"},
        {R"({"type": "array"})", R"({"type": "array", "contains": {}})", "contains"},
        {R"({"type": "array", "contains": {}})", R"({"type": "array", "contains": {}, "minContains": 2})",
         "minContains"},
        {R"({"type": "array", "contains": {}})", R"({"type": "array", "contains": {}, "maxContains": 2})",
         "maxContains"},
        {R"({"type": "array"})", R"({"type": "array", "minItems": 1})", "minItems"},
        {R"({"type": "array"})", R"({"type": "array", "maxItems": 1})", "maxItems"},
        {R"({"type": "array"})", R"({"type": "array", "uniqueItems": true})", "uniqueItems"},
        {R"({"type": "array"})", R"({"type": "array", "unevaluatedItems": false})", "unevaluatedItems"},
        {"{" + object + "}", "{" + object + R"(, "properties": {"a": {}}})", "member", "S/a"},
        {"{" + object + R"(, "properties": {"a": {}}})",
         "{" + object + R"(, "properties": {"a": {}}, "required": ["a"]})", "required", "S/a"},
        {"{" + object + "}", "{" + object + R"(, "required": ["a"]})", "required", "S/a"},
        {"{" + object + "}", "{" + object + R"(, "additionalProperties": false})", "additionalProperties"},
        {"{" + object + R"(, "additionalProperties": {"type": "string"}})",
         "{" + object + R"(, "additionalProperties": {"type": "string", "minLength": 1}})", "minLength", "S/*"},
        {"{" + object + "}", "{" + object + R"(, "minProperties": 1})", "minProperties"},
        {"{" + object + "}", "{" + object + R"(, "maxProperties": 1})", "maxProperties"},
        {"{" + object + "}", "{" + object + R"(, "propertyNames": {"pattern": "a"}})", "propertyNames"},
        {"{" + object + "}", "{" + object + R"(, "patternProperties": {"a": {"type": "string"}}})",
         "patternProperties"},
        {"{" + object + "}", "{" + object + R"(, "unevaluatedProperties": false})", "unevaluatedProperties"},
        {"{" + object + "}", "{" + object + R"(, "dependentRequired": {"a": ["b"]}})", "dependentRequired"},
        {"{" + object + "}", "{" + object + R"(, "dependentSchemas": {"a": {"required": ["b"]}}})", "dependentSchemas"},
        {"{" + object + "}", "{" + object + R"(, "discriminator": {"propertyName": "a"}})", "discriminator"},
        {"{" + object + "}", "{" + object + R"(, "xml": {"name": "a"}})", "xml"},
        {"{}", R"({"not": {"type": "string"}})", "not"},
        {R"({"not": {"type": "string"}})", R"({"not": {"type": "string", "minLength": 2}})", "minLength", "S/not"},
        {R"({"type": "string"})", R"({"type": "string", "anyOf": [{"pattern": "a"}, {"pattern": "b"}]})", "anyOf"},
        {R"({"type": "string"})", R"({"type": "string", "oneOf": [{"pattern": "a"}, {"pattern": "b"}]})", "oneOf"},
        {R"({"type": "string", "anyOf": [{"pattern": "a"}, {"pattern": "b"}]})",
         R"({"type": "string", "anyOf": [{"pattern": "c"}, {"pattern": "a"}]})", "pattern", "S/anyOf"},
        {R"({"type": "string"})", R"({"type": "string", "if": {"minLength": 1}, "then": {"pattern": "a"}})", "if"},
        {R"({"type": "string", "if": {"minLength": 1}, "then": {"pattern": "a"}})",
         R"({"type": "string", "if": {"minLength": 1}, "then": {"pattern": "b"}})", "pattern", "S/then"},
        {R"({"type": "string"})", R"({"type": "string", "divisibleBy": 3})", "divisibleBy"},
        {R"({"type": "string"})", R"({"type": "string", "$dynamicRef": "#node"})", "$dynamicRef"},
    };
    for (auto const& c : changes) expect_told(c, with_schema(c.from), with_schema(c.to));
}

TEST_CASE("another spelling of an operation is no difference") {
    std::string const schema = R"("schema": {"type": "array"})";
    std::vector<two> const same{
        {R"("parameters": [{"in": "query", "name": "q", )" + schema + "}]",
         R"("parameters": [{"$ref": "#/components/parameters/q"}])"},
        {R"("parameters": [{"in": "query", "name": "q", )" + schema + "}]",
         R"("parameters": [{"in": "query", "name": "q", "style": "form", "explode": true, "required": false,
             "description": "d", "example": [], )" +
             schema + "}]"},
        {R"("parameters": [{"in": "header", "name": "X-A", )" + schema + "}]",
         R"("parameters": [{"in": "header", "name": "x-a", "style": "simple", "explode": false, )" + schema +
             R"(}, {"in": "header", "name": "Accept"}])"},
        {R"("requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}})",
         R"("requestBody": {"$ref": "#/components/requestBodies/b"})"},
        {R"("requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}})",
         R"("requestBody": {"content": {"Application/JSON; charset=UTF-8": {"schema": {"type": "string"}}}})"},
        {R"("responses": {"200": {"description": "d"}})",
         R"("responses": {"200": {"$ref": "#/components/responses/r"}})"},
        {R"("responses": {"4XX": {"description": "d"}})", R"("responses": {"4xx": {"description": "other"}})"},
        {R"("responses": {"200": {"headers": {"X-A": {"schema": {}}}}})",
         R"("responses": {"200": {"headers": {"x-a": {"schema": {}}, "Content-Type": {"schema": {}}}}})"},
        {R"("tags": ["a", "b"])", R"("tags": ["b", "a"], "summary": "s", "deprecated": false, "x-a": 1)"},
        {R"("summary": "")", R"("security": [{"key": []}])"},
    };
    for (auto const& [a, b] : same) {
        CAPTURE(a, b);
        CHECK(told(found(with_operation(a), with_operation(b))).empty());
        CHECK(told(found(with_operation(b), with_operation(a))).empty());
    }
    auto named =
        lancespec::to_json(with_operation(R"("parameters": [{"in": "path", "name": "id", "required": true}])"));
    auto const before = lancespec::parse_json(named).value();
    for (std::string_view const text : {"{id}", "\"id\""})
        named.replace(named.find(text), text.size(), text[0] == '{' ? "{name}" : "\"name\"");
    CHECK(told(found(before, lancespec::parse_json(named).value())).empty());
}

TEST_CASE("each part of an operation that changes its meaning is told at its place, in both directions") {
    std::string const query = R"("parameters": [{"in": "query", "name": "q", "schema": {"type": "array"}})";
    auto const parameter = [](std::string const& more) {
        return R"("parameters": [{"in": "query", "name": "q", "schema": {"type": "array"})" + more + "}]";
    };
    auto const body = [](std::string const& more) {
        return R"("requestBody": {"content": {"application/json": {)" + more + "}}}";
    };
    auto const header = [](std::string const& more) {
        return R"("responses": {"200": {"description": "d", "headers": {)" + more + "}}}";
    };
    std::string const at = "A query:q";
    std::vector<change> const changes{
        {parameter(""), R"("parameters": [])", "parameter", at},
        {parameter(""), parameter(R"(, "explode": false)"), "explode", at},
        {parameter(""), parameter(R"(, "style": "spaceDelimited", "explode": true)"), "style", at},
        {parameter(""), parameter(R"(, "required": true)"), "required", at},
        {parameter(""), parameter(R"(, "deprecated": true)"), "deprecated", at},
        {parameter(""), parameter(R"(, "allowReserved": true)"), "allowReserved", at},
        {parameter(""), parameter(R"(, "allowEmptyValue": true)"), "allowEmptyValue", at},
        {parameter(""), parameter(R"(, "collectionFormat": "csv")"), "collectionFormat", at},
        {parameter(""), parameter(R"(, "content": {"application/json": {}})"), "body", at + " application/json"},
        {body(""), body(R"("schema": {"type": "string"})"), "type", "A request body application/json"},
        {body(""), body(R"("encoding": {"a": {"contentType": "image/png"}})"), "encoding",
         "A request body application/json"},
        {body(""), R"("requestBody": {"required": true, "content": {"application/json": {}}})", "required",
         "A request body"},
        {R"("summary": "")", body(""), "body", "A request body application/json"},
        {body(""), R"("requestBody": {"content": {"application/json;v=2": {}, "application/json": {}}})", "body",
         "A request body application/json;v=2"},
        {header(""), header(R"("X-A": {"schema": {}})"), "header", "A 200 header:x-a"},
        {header(R"("X-A": {"schema": {}})"), header(R"("X-A": {"schema": {"type": "string"}})"), "type",
         "A 200 header:x-a"},
        {header(R"("X-A": {"schema": {}})"), header(R"("X-A": {"schema": {}, "required": true})"), "required",
         "A 200 header:x-a"},
        {header(""), R"("responses": {"200": {"description": "d"}, "404": {"description": "d"}})", "status", "A 404"},
        {header(""), R"("responses": {"200": {"description": "d"}, "default": {"description": "d"}})", "status",
         "A default"},
        {R"("responses": {"404": {"description": "d"}})", R"("responses": {"4XX": {"description": "d"}})", "status",
         "A 4XX"},
        {R"("tags": ["a"])", R"("tags": ["b"])", "tags", "A"},
        {R"("summary": "")", R"("deprecated": true)", "deprecated", "A"},
        {R"("summary": "")", R"("security": [])", "security", "A"},
        {R"("summary": "")", R"("security": [{"key": []}, {}])", "security", "A"},
        {R"("summary": "")", R"("security": [{"other": []}])", "security", "A"},
        {R"("summary": "")", R"("security": [{"key": ["write"]}])", "security", "A"},
        {R"("summary": "")", R"("servers": [{"url": "http://other"}])", "servers", "A"},
        {R"("summary": "")", R"("callbacks": {"done": {}})", "callbacks", "A"},
        {R"("summary": "")", R"("produces": ["text/plain"])", "produces", "A"},
    };
    for (auto const& c : changes) expect_told(c, with_operation(c.from), with_operation(c.to));
}

TEST_CASE("documents that contain themselves, or unfold without end, are compared within bounds") {
    // Schemas that refer to themselves in every way.
    for (auto const* schema :
         {R"({"$ref": "#/components/schemas/S"})", R"({"allOf": [{"$ref": "#/components/schemas/S"}]})",
          R"({"anyOf": [{"$ref": "#/components/schemas/S"}, {"type": "string"}]})",
          R"({"oneOf": [{"$ref": "#/components/schemas/S"}, {"$ref": "#"}]})",
          R"({"not": {"$ref": "#/components/schemas/S"}})",
          R"({"properties": {"s": {"$ref": "#/components/schemas/S"}, "d": {"$ref": "#"}}})"})
        for (auto const* other : {R"({"type": "string"})", R"({"$ref": "#/components/schemas/Tree"})"}) {
            CAPTURE(schema, other);
            CHECK(lc::differences(with_schema(schema), with_schema(other)).has_value());
            CHECK(lc::differences(with_schema(other), with_schema(schema)).has_value());
        }
    // Each refers to the next one twice: 2^60 when unfolded, and a chain of 1000.
    for (auto const* pair : {R"({"anyOf": [$, $]})", R"({"allOf": [$, {"oneOf": [$, {"type": "null"}]}]})",
                             R"({"properties": {"a": $, "b": $}})"})
        for (int const length : {60, 1000}) {
            std::string all;
            for (int i = 0; i < length; ++i) {
                std::string schema = pair;
                auto const next = R"({"$ref": "#/components/schemas/N)" + std::to_string(i + 1) + "\"}";
                for (auto at = schema.find('$'); at != std::string::npos; at = schema.find('$', at + next.size()))
                    schema.replace(at, 1, next);
                all += "\"N" + std::to_string(i) + "\": " + schema + ", ";
            }
            auto const nested =
                R"({"type": "string"}, )" + all + "\"N" + std::to_string(length) + R"(": {"type": "string"})";
            auto a = lancespec::to_json(with_schema(R"({"$ref": "#/components/schemas/N0"})"));
            a.insert(a.find("\"Named\""), nested.substr(nested.find(", ") + 2) + ", ");
            CAPTURE(pair, length);
            auto const got = lc::differences(with_schema(R"({"$ref": "#/components/schemas/Tree"})"), parsed(a));
            CHECK((got.has_value() || got.error().find("comparing it takes") == 0 ||
                   got.error().find("its schemas are nested") == 0));
        }
}

TEST_CASE("a document of more values than its bounds is refused while it is read") {
    auto const error = [](std::string const& text) {
        auto const read = lc::parse_document(text);
        return read ? std::string() : read.error();
    };
    std::string list = "openapi: 3.1.0\nx:\n";
    for (int i = 0; i < 1'100'000; ++i) list += "- a\n";
    CHECK_THAT(error(list), Catch::Contains("more than 1000000 values"));
    std::string laughs = "a0: &a0 [x, x]\n";
    for (int i = 1; i < 40; ++i) {
        auto const last = "*a" + std::to_string(i - 1);
        laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last + ", " + last + "]\n";
    }
    CHECK_THAT(error(laughs), Catch::Contains("more than 1000000 values"));
    CHECK_THAT(error("a: &a [*a]\n"), Catch::Contains("line 1: an alias within itself"));
    CHECK_THAT(error("[a]: b\n? [c]\n: d\n"), Catch::Contains("not") || Catch::Contains("a key is a text"));
    CHECK_THAT(error("x: " + std::string(300, '[') + std::string(300, ']')), Catch::Contains("nested deeper than 200"));
    auto const numbers = lc::parse_document("200: 1\n1.50: 2\nnull: 3\n'4': [~, true, 'true', 1e2]\n");
    REQUIRE(numbers.has_value());
    CHECK(lancespec::to_json(*numbers) == R"({"200":1,"1.50":2,"null":3,"4":[null,true,"true",100.0]})");
}

}  // namespace differences_test
