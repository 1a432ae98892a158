// SPDX-License-Identifier: Apache-2.0
#include <lancespec/columnar/ipc.hpp>

#include <lancespec/columnar/impl/trusted.ipp>

#include "tests/columnar/random_columns.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/columnar/scalar.hpp>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

namespace ipc_test {

namespace columnar = lancespec::columnar;
using columnar::ipc_contents;
using columnar::ipc_errc;
using columnar::record_batch;
using columnar::scalar;
using columnar::schema;

/// A file that pyarrow made; data/make.py says how.
inline std::string data(std::string const& name) {
    std::ifstream in(LANCESPEC_SOURCE_DIR "/tests/columnar/data/" + name, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline ipc_contents read(std::string const& name) {
    auto out = columnar::read_ipc(data(name));
    if (!out) FAIL(name << ": " << to_string(out.error()));
    return std::move(*out);
}

/// Every row of every batch, as `a: 1, b: null`.
inline std::vector<std::string> rows(ipc_contents const& from) {
    std::vector<std::string> out;
    for (auto const& batch : from.batches) {
        for (std::int64_t row = 0; row < batch.length; ++row) {
            std::string line;
            for (std::size_t i = 0; i < batch.columns.size(); ++i) {
                auto const& of = from.fields->fields[i];
                line += (i == 0 ? "" : ", ") + of.name + ": " + to_string(get(*batch.columns[i], row), of.type);
            }
            out.push_back(std::move(line));
        }
    }
    return out;
}

/// One column of a table, one text per row.
inline std::vector<std::string> column(ipc_contents const& from, std::string const& name) {
    std::vector<std::string> out;
    auto const at = from.fields->index_of(name);
    REQUIRE(at);
    for (auto const& batch : from.batches)
        for (std::int64_t row = 0; row < batch.length; ++row)
            out.push_back(to_string(get(*batch.columns[*at], row), from.fields->fields[*at].type));
    return out;
}

TEST_CASE("Every type that pyarrow writes is read with its values, from a stream and from a file", "[ipc]") {
    using texts = std::vector<std::string>;
    std::map<std::string, texts> const expected{
        {"null", {"null", "null", "null"}},
        {"bool", {"true", "null", "false"}},
        {"int8", {"-128", "null", "127"}},
        {"int16", {"-32768", "null", "32767"}},
        {"int32", {"-1", "null", "1"}},
        {"int64", {"-9223372036854775808", "null", "9223372036854775807"}},
        {"uint8", {"0", "null", "255"}},
        {"uint16", {"0", "null", "65535"}},
        {"uint32", {"0", "null", "4294967295"}},
        {"uint64", {"0", "null", "18446744073709551615"}},
        {"float32", {"0.5", "null", "-2.0"}},
        {"float64", {"0.25", "null", "-1e+300"}},
        {"utf8", {"'a'", "null", "'grün'"}},
        {"large_utf8", {"''", "null", "'z'"}},
        {"binary", {"x'ff00'", "null", "x''"}},
        {"large_binary", {"x'78'", "null", "x'797a'"}},
        {"date32", {"2021-01-01", "null", "1969-12-31"}},
        {"timestamp_s", {"2021-01-01T12:30:00", "null", "2021-01-01T12:30:00"}},
        {"timestamp_ns", {"2021-01-01T12:30:00", "null", "2021-01-01T12:30:00"}},
        {"decimal", {"1.50", "null", "-99999999.99"}},
        {"struct", {"{x: 1, y: 'b'}", "null", "{x: null, y: null}"}},
        {"list", {"[1, 2]", "null", "[]"}},
        {"large_list", {"[[1.5], null]", "null", "[]"}},
        {"vector", {"[1.0, 2.0]", "null", "[3.0, null]"}},
    };
    for (auto const* name : {"every_type.arrows", "every_type.arrow"}) {
        auto const made = read(name);
        REQUIRE(made.fields->fields.size() == expected.size());
        for (auto const& field : made.fields->fields) {
            INFO(name << " " << field.name << " " << to_string(field.type));
            CHECK(column(made, field.name) == expected.at(field.name));
        }
    }
    auto const types = read("every_type.arrows").fields;
    CHECK(to_string(types->fields[*types->index_of("timestamp_ns")].type) == "timestamp[ns, tz=UTC]");
    CHECK(to_string(types->fields[*types->index_of("decimal")].type) == "decimal128(10, 2)");
}

/// The rows that make.py's sliced() has.
inline std::vector<std::string> sliced_rows() {
    std::vector<std::string> out;
    for (int i = 0; i < 40; ++i) {
        if (!((i >= 3 && i < 13) || (i >= 21 && i < 28))) continue;
        auto const n = std::to_string(i);
        std::string list = i % 3 == 0 ? "[]" : i % 3 == 1 ? "[0]" : "[0, 1]";
        out.push_back(std::string("b: ") + (i % 3 == 0 ? "true" : "false") + ", i: " + (i % 5 == 0 ? "null" : n) +
                      ", s: " + (i % 7 == 0 ? "null" : "'" + std::string(static_cast<std::size_t>(i % 4), 'v') + "'") +
                      ", l: " + (i % 6 == 0 ? "null" : list) + ", f: [" + n + ", null]");
    }
    return out;
}

TEST_CASE("Sliced columns, both compressions and the framing before 0.15 are read alike", "[ipc]") {
    auto const once = sliced_rows();
    CHECK(rows(read("sliced.arrows")) == once);
    CHECK(read("sliced.arrows").batches.size() == 2);
    CHECK(rows(read("old_framing.arrows")) == once);
    auto twice = once;
    twice.insert(twice.end(), once.begin(), once.end());
    CHECK(rows(read("lz4.arrows")) == twice);
    CHECK(rows(read("zstd.arrows")) == twice);
}

TEST_CASE("Dictionary-encoded columns have their values: nested, with nulls, growing and replaced", "[ipc]") {
    std::vector<std::string> const expected{
        "words: 'red', small: null, nested: ['red', null]", "words: null, small: 10, nested: []",
        "words: 'blue', small: null, nested: ['blue']", "words: 'red', small: null, nested: ['red']",
        "words: 'blue', small: 10, nested: ['blue']"};
    for (auto const* name : {"dictionaries.arrows", "dictionaries.arrow", "zstd.arrow"}) {
        INFO(name);
        auto const made = read(name);
        CHECK(rows(made) == expected);
        CHECK(to_string(made.fields->fields[0].type) == "dictionary<values: utf8>[int32]");
        CHECK(to_string(made.fields->fields[1].type) == "dictionary<values: int64>[uint8]");
        CHECK(to_string(made.batches[0].columns[2]->type()) == "list<item: dictionary<values: utf8>[int32]>");
    }
    CHECK(column(read("deltas.arrows"), "d") == std::vector<std::string>{"'a'", "'b'", "'c'", "'a'", "'z'", "'z'"});
}

TEST_CASE("A schema without batches is an empty table and keeps its metadata", "[ipc]") {
    auto const made = read("schema_only.arrows");
    CHECK(made.batches.empty());
    REQUIRE(made.fields->fields.size() == 1);
    CHECK(made.fields->metadata == std::map<std::string, std::string>{{"made", "by hand"}});
    CHECK(made.fields->fields[0].metadata == std::map<std::string, std::string>{{"unit", "m"}});
    CHECK_FALSE(made.fields->fields[0].nullable);
}

TEST_CASE("The end mark may be missing, zeros may pad it, other bytes after it are refused", "[ipc]") {
    auto const whole = data("sliced.arrows");
    REQUIRE(whole.ends_with(std::string("\xFF\xFF\xFF\xFF\0\0\0\0", 8)));
    CHECK(rows(columnar::read_ipc_stream(whole.substr(0, whole.size() - 8)).value()) == sliced_rows());
    CHECK(columnar::read_ipc_stream(whole + std::string(4, '\0')));
    for (auto const& rest : {std::string("x"), std::string(8, '\0'), whole}) {
        auto const refused = columnar::read_ipc_stream(whole + rest);
        REQUIRE(refused.has_error());
        CHECK(refused.error().message == "there are bytes after its end mark");
        CHECK(refused.error().offset == whole.size());
    }
}

/// What is said of @p bytes; empty when they are read.
inline std::string refusal(std::string const& bytes, lancespec::limits const& bounds = {}) {
    auto const out = columnar::read_ipc(bytes, bounds);
    return out ? std::string() : std::string(name(out.error().code)) + ": " + to_string(out.error());
}

TEST_CASE("What cannot be read says where it is and which rule it breaks", "[ipc]") {
    CHECK(refusal("") == "truncated: at byte 0: stream: no bytes: a stream begins with its schema");
    CHECK(refusal(std::string(8, '\0')) == "malformed: at byte 0: stream: it ends before its schema");
    CHECK(refusal("abc") == "truncated: at byte 0: stream: a message begins with four bytes, of which 3 are left");
    CHECK(refusal("ARROW1 and no more") == "truncated: at byte 0: file: it does not end with a footer and ARROW1");
    CHECK(refusal(data("map.arrows")) ==
          "unsupported: at byte 0: schema, field m: its type is map, which columns here cannot hold");
    auto two = data("schema_only.arrows");
    two.resize(two.size() - 8);
    CHECK(refusal(two + two) ==
          "malformed: at byte " + std::to_string(two.size()) + ": stream: it has a second schema");
    auto const file = data("every_type.arrow");
    CHECK(refusal(file.substr(0, file.size() - 1)).starts_with("truncated: at byte 0: file"));
    auto const stream = data("sliced.arrows");
    CHECK(refusal(stream.substr(0, stream.size() - 20)).find("a message's body has") != std::string::npos);
}

/// The complaint about one column of @p type with these buffers, written as it is and read again.
inline std::string written(std::string const& type, std::int64_t length, std::int64_t nulls,
                           std::vector<std::byte> validity, std::vector<std::byte> offsets,
                           std::vector<std::byte> values, std::vector<columnar::array_ptr> children = {},
                           lancespec::limits const& bounds = {}) {
    schema fields;
    fields.fields.push_back({"a", columnar::parse_data_type(type).value(), true, {}});
    // The writer refuses what the reader is to refuse here, unless the column says that it was looked at.
    auto const array = columnar::detail::trusted(std::make_shared<columnar::array const>(
        fields.fields[0].type, length, nulls, validity, offsets, values, children));
    std::vector<record_batch> const batches{{nullptr, {array}, length}};
    auto const out = refusal(columnar::write_ipc_stream(fields, batches).value(), bounds);
    auto const at = out.find("record batch 0, ");
    return at == std::string::npos ? out : out.substr(at + 16);
}

template <class T>
std::vector<std::byte> bytes(std::initializer_list<T> values) {
    std::vector<std::byte> out(values.size() * sizeof(T));
    std::memcpy(out.data(), std::data(values), out.size());
    return out;
}

TEST_CASE("Buffers that do not fit their column are refused by name", "[ipc]") {
    using columnar::int128;
    auto const text = bytes<char>({'a', 'b', 'c'});
    auto const three = columnar::make_nulls(columnar::parse_data_type("int8").value(), 3);
    CHECK(written("int32", 3, 0, {}, {}, bytes<std::int32_t>({1, 2})) ==
          "column a, values: it has 8 bytes, and needs 12");
    CHECK(written("bool", 9, 0, {}, {}, bytes<char>({1})) == "column a, values: it has 1 bytes, and needs 2");
    CHECK(written("int8", 3, 1, {}, {}, text) == "column a, validity: it is missing, and there are 1 nulls");
    CHECK(written("int8", 9, 1, bytes<char>({1}), {}, text) == "column a, validity: it has 1 bytes, and needs 2");
    CHECK(written("int8", 3, 4, {}, {}, text) == "column a: it has a length of 3 and 4 nulls");
    CHECK(written("utf8", 2, 0, {}, bytes<std::int32_t>({0, 2}), text) ==
          "column a, offsets: it has 8 bytes, and needs 12");
    CHECK(written("utf8", 2, 0, {}, bytes<std::int32_t>({0, 2, 1}), text) ==
          "column a, offsets: offset 2 is smaller than the one before it");
    CHECK(written("large_utf8", 1, 0, {}, bytes<std::int64_t>({-1, 2}), text) ==
          "column a, offsets: offset 0 is negative");
    CHECK(written("utf8", 1, 0, {}, bytes<std::int32_t>({0, 4}), text) ==
          "column a, offsets: the last offset is 4, beyond the 3 that there are");
    CHECK(written("utf8", 2, 0, {}, bytes<std::int32_t>({0, 1, 2}), bytes<char>({'a', '\xC3', '\xBC'})) ==
          "column a: the value of row 1 is not UTF-8");
    CHECK(written("binary", 2, 0, {}, bytes<std::int32_t>({0, 1, 2}), bytes<char>({'a', '\xC3', '\xBC'})).empty());
    CHECK(written("decimal128(2, 0)", 2, 0, {}, {}, bytes<int128>({99, 100})) ==
          "column a: the value of row 1 has more than 2 digits");
    CHECK(written("list<int8>", 1, 0, {}, bytes<std::int32_t>({0, 4}), {}, {three}) ==
          "column a, offsets: the last offset is 4, beyond the 3 that there are");
    CHECK(written("fixed_size_list<int8>[2]", 2, 0, {}, {}, {}, {three}) ==
          "column a.item: it has 3 values, and its lists 4");
    CHECK(written("struct<x: int8>", 2, 0, {}, {}, {}, {three}) == "column a.x: it has 3 values where 2 must be");
    CHECK(written("list<int8>", 0, 0, {}, {}, {}, {three}).empty());
}

TEST_CASE("Limits hold: bytes, rows, fields, depth, memory, the size of one value", "[ipc]") {
    lancespec::limits bounds;
    bounds.ipc_rows = 2;
    auto const three = bytes<char>({1, 2, 3});
    CHECK(refusal(data("sliced.arrows"), bounds).ends_with("record batch 0: there are more than 2 rows"));
    bounds.ipc_rows = 27;
    CHECK(refusal(data("lz4.arrows"), bounds).ends_with("record batch 3: there are more than 27 rows"));
    bounds = {};
    bounds.ipc_bytes = 100;
    CHECK(refusal(data("sliced.arrows"), bounds).ends_with("bytes: there are more than 100"));
    bounds = {};
    bounds.ipc_fields = 4;
    CHECK(refusal(data("sliced.arrows"), bounds).ends_with("schema, field l.item: there are more than 4 fields"));
    bounds = {};
    bounds.ipc_depth = 2;
    CHECK(
        refusal(data("every_type.arrows"), bounds).ends_with("field large_list.item.item: fields nest deeper than 2"));
    bounds = {};
    bounds.ipc_memory = 2000;
    CHECK(refusal(data("zstd.arrows"), bounds)
              .find("need more memory than the limit of 2000 bytes (limits::ipc_memory)") != std::string::npos);
    // The other bound is on what few bytes stand for.
    bounds = {};
    bounds.ipc_free_memory = 100;
    bounds.ipc_ratio = 1;
    auto const size = data("zstd.arrows").size();
    CHECK(refusal(data("zstd.arrows"), bounds)
              .find("need more memory than the limit of " + std::to_string(100 + size) +
                    " bytes (limits::ipc_ratio, for " + std::to_string(size) + " bytes read)") != std::string::npos);
    bounds.ipc_ratio = SIZE_MAX;
    bounds.ipc_free_memory = SIZE_MAX;
    CHECK(refusal(data("zstd.arrows"), bounds).empty());
    bounds = {};
    // Nulls have no buffers: only the limits stand between a few bytes and endless rows.
    auto const nulls = std::int64_t{1} << 24;
    CHECK(written("null", nulls, nulls, {}, {}, {}).empty());
    CHECK(written("null", nulls + 1, nulls + 1, {}, {}, {}).ends_with("there are more than 16777216 rows"));
    auto const many = columnar::make_nulls(columnar::parse_data_type("null").value(), std::int64_t{1} << 30);
    CHECK(written("list<null>", 1, 0, {}, bytes<std::int32_t>({0, 1 << 30}), {}, {many})
              .starts_with("column a.item: its 1073741824 values need more memory than the limit of 67"));
    CHECK(written("fixed_size_list<int8>[1000000]", 0, 0, {}, {}, {}).find("takes more than 1048576 bytes") !=
          std::string::npos);
}

TEST_CASE("A compressed buffer that lies about itself is refused", "[ipc]") {
    auto const whole = data("lz4.arrows");
    std::string const frame("\x04\x22\x4D\x18", 4);
    auto const at = whole.find(frame);
    REQUIRE(at != std::string::npos);
    for (std::int64_t const length : {std::int64_t{-2}, std::int64_t{1}, std::int64_t{1} << 40, std::int64_t{4096}}) {
        auto lie = whole;
        std::memcpy(lie.data() + at - 8, &length, 8);
        auto const said = refusal(lie);
        INFO(length << " " << said);
        CHECK((said.find("cannot decompress to") != std::string::npos ||
               said.find("LZ4 frame is damaged") != std::string::npos ||
               said.find("does not decompress to the") != std::string::npos));
    }
}

TEST_CASE("An index beyond its dictionary is refused", "[ipc]") {
    auto lie = data("dictionaries.arrows");
    auto const indices = bytes<std::int32_t>({0, 0, 1, 0, 1});
    auto const at = lie.find(std::string(reinterpret_cast<char const*>(indices.data()), indices.size()));
    REQUIRE(at != std::string::npos);
    lie[at + 8] = 2;
    CHECK(refusal(lie).ends_with("column words: row 2 asks for value 2 of a dictionary of 2"));
    lie[at + 11] = '\x80';
    CHECK(refusal(lie).ends_with("column words: row 2 asks for value -2147483646 of a dictionary of 2"));
}

TEST_CASE("A batch that does not have the schema's columns is not written", "[ipc]") {
    schema fields;
    fields.fields.push_back({"a", columnar::parse_data_type("int8").value(), true, {}});
    auto const complaint = [&](std::vector<columnar::array_ptr> columns, std::int64_t length) {
        std::vector<record_batch> const batches{{nullptr, std::move(columns), length}};
        return columnar::write_ipc_file(fields, batches).error().message;
    };
    CHECK(complaint({}, 0) == "it has 0 columns, and the schema 1");
    auto const wide = columnar::make_nulls(columnar::parse_data_type("int16").value(), 2);
    CHECK(complaint({wide}, 2) == "column a is 2 of int16, not 2 of int8");
    CHECK(complaint({columnar::make_nulls(fields.fields[0].type, 2)}, 3) == "column a is 2 of int8, not 3 of int8");
}

/// A random table: some fields, some batches.
inline ipc_contents random_contents() {
    auto fields = std::make_shared<schema>();
    auto const width = *rc::gen::inRange(0, 4);
    for (int i = 0; i < width; ++i) {
        fields->fields.push_back({"f" + std::to_string(i), random_columns::random_type(2), true, {}});
        if (*rc::gen::arbitrary<bool>()) fields->fields.back().metadata["k"] = "v";
    }
    if (*rc::gen::arbitrary<bool>()) fields->metadata["key"] = "value";
    ipc_contents out{fields, {}};
    auto const batches = *rc::gen::inRange(0, 3);
    for (int i = 0; i < batches; ++i) {
        auto const length = *rc::gen::inRange(0, 12);
        record_batch batch{fields, {}, length};
        for (auto const& field : fields->fields) {
            columnar::array_builder builder(field.type);
            for (int row = 0; row < length; ++row) RC_ASSERT(builder.append(random_columns::random_value(field.type)));
            batch.columns.push_back(builder.finish());
        }
        out.batches.push_back(std::move(batch));
    }
    return out;
}

TEST_CASE("Law: what is written is read back the same, as a stream and as a file", "[ipc]") {
    rc::prop("ipc/round-trip", [] {
        auto const made = random_contents();
        for (auto const& bytes : {columnar::write_ipc_stream(*made.fields, made.batches).value(),
                                  columnar::write_ipc_file(*made.fields, made.batches).value()}) {
            auto const again = columnar::read_ipc(bytes);
            RC_ASSERT(again.has_value());
            RC_ASSERT(*again->fields == *made.fields);
            RC_ASSERT(again->batches.size() == made.batches.size());
            RC_ASSERT(rows(*again) == rows(made));
            for (std::size_t b = 0; b < made.batches.size(); ++b) {
                RC_ASSERT(again->batches[b].length == made.batches[b].length);
                for (std::size_t c = 0; c < made.batches[b].columns.size(); ++c)
                    RC_ASSERT(again->batches[b].columns[c]->null_count() == made.batches[b].columns[c]->null_count());
            }
        }
    });
}

inline std::vector<std::string> const& fixtures() {
    static std::vector<std::string> const names{
        "every_type.arrows", "every_type.arrow", "sliced.arrows",       "lz4.arrows",         "zstd.arrows",
        "zstd.arrow",        "deltas.arrows",    "dictionaries.arrows", "dictionaries.arrow", "old_framing.arrows"};
    return names;
}

TEST_CASE("Cut at any byte, a stream is an error or its first batches, and a file an error", "[ipc]") {
    for (auto const& name : fixtures()) {
        auto const whole = data(name);
        auto const all = rows(read(name));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            auto const cut = columnar::read_ipc(std::string(whole, 0, size));
            if (!cut) {
                if (cut.error().message.empty() || cut.error().offset > size) FAIL(name << " cut at " << size);
                continue;
            }
            auto const some = rows(*cut);
            if (!name.ends_with("s") || some.size() > all.size() || !std::equal(some.begin(), some.end(), all.begin()))
                FAIL(name << " cut at " << size);
        }
    }
    SUCCEED();
}

TEST_CASE("Law: with any bits turned, reading ends with columns that can be read, or with an error", "[ipc]") {
    rc::prop("ipc/bit-flips", [] {
        auto bytes = data(*rc::gen::elementOf(fixtures()));
        auto const flips = *rc::gen::inRange(1, 6);
        for (int i = 0; i < flips; ++i) {
            auto const at = *rc::gen::inRange<std::size_t>(0, bytes.size());
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << *rc::gen::inRange(0, 8)));
        }
        lancespec::limits bounds;
        bounds.ipc_memory = 1 << 20;
        bounds.ipc_rows = 1 << 10;
        if (auto const made = columnar::read_ipc(bytes, bounds)) {
            RC_ASSERT(columnar::write_ipc_stream(*made->fields, made->batches).has_value());
            static_cast<void>(rows(*made));
        }
    });
}

}  // namespace ipc_test
