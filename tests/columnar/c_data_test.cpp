// SPDX-License-Identifier: Apache-2.0
// Columns cross to other libraries and back without being copied, and are let go of exactly once.
#include <lancespec/columnar/c_data.hpp>
#include <lancespec/columnar/scalar.hpp>

#include "tests/columnar/random_columns.hpp"
#include "tests/support/catch.hpp"

#include <cerrno>
#include <numeric>

namespace c_data_test {

namespace columnar = lancespec::columnar;
using columnar::array_ptr;
using columnar::scalar;

columnar::data_type type(char const* text) {
    return columnar::parse_data_type(text).value();
}

array_ptr column(char const* of, std::vector<scalar> const& values) {
    columnar::array_builder out(type(of));
    for (auto const& value : values) out.push(value);
    return out.finish();
}

std::string shown(array_ptr const& of) {
    std::string out;
    for (std::int64_t row = 0; row < of->length(); ++row)
        out += (row == 0 ? "" : " ") + to_string(columnar::get(*of, row), of->type());
    return out;
}

/// The one error of an import; the structure must have been released.
template <class Structure, class Import>
std::string refusal(Structure& from, Import const& import) {
    auto const out = import(from);
    CHECK(from.release == nullptr);
    return out ? "" : to_string(out.error());
}

std::string column_refusal(ArrowArray& from, char const* of) {
    return refusal(from, [of](ArrowArray& a) { return columnar::import_column(a, type(of)); });
}

TEST_CASE("Law: a column and its type come back as they were, in the same memory") {
    rc::prop("c_data_round_trip", [] {
        columnar::field const field{"f", random_columns::random_type(3), *rc::gen::arbitrary<bool>(), {{"k", "v\n"}}};
        columnar::array_builder builder(field.type);
        for (int i = *rc::gen::inRange(0, 12); i > 0; --i)
            RC_ASSERT(builder.append(random_columns::random_value(field.type)));
        auto const sent = builder.finish();
        ArrowSchema described{};
        ArrowArray values{};
        columnar::export_field(field, described);
        columnar::export_column(sent, values);
        auto const got = columnar::import_field(described);
        RC_ASSERT(got.has_value());
        RC_ASSERT(got->metadata == field.metadata);
        RC_ASSERT(got->nullable == field.nullable);
        RC_ASSERT(to_string(got->type) == to_string(field.type));
        auto const again = columnar::import_column(values, got->type);
        RC_ASSERT(again.has_value());
        RC_ASSERT((*again)->length() == sent->length());
        RC_ASSERT((*again)->null_count() == sent->null_count());
        RC_ASSERT(shown(*again) == shown(sent));
        if (!sent->values().empty()) RC_ASSERT((*again)->values().data() == sent->values().data());
        if (!sent->offsets().empty()) RC_ASSERT((*again)->offsets().data() == sent->offsets().data());
        if (!sent->validity().empty()) RC_ASSERT((*again)->validity().data() == sent->validity().data());
    });
}

TEST_CASE("Law: a slice of an array has the rows of the slice") {
    rc::prop("c_data_slices", [] {
        auto const of = random_columns::random_type(3);
        columnar::array_builder builder(of);
        auto const rows = *rc::gen::inRange<std::int64_t>(0, 40);
        for (std::int64_t i = 0; i < rows; ++i) RC_ASSERT(builder.append(random_columns::random_value(of)));
        auto const sent = builder.finish();
        ArrowArray values{};
        columnar::export_column(sent, values);
        values.offset = *rc::gen::inRange<std::int64_t>(0, rows + 1);
        values.length = *rc::gen::inRange<std::int64_t>(0, rows - values.offset + 1);
        values.null_count = -1;  // not counted, as the interface allows
        std::vector<std::int64_t> wanted(static_cast<std::size_t>(values.length));
        std::iota(wanted.begin(), wanted.end(), values.offset);
        auto const got = columnar::import_column(values, of);
        RC_ASSERT(got.has_value());
        RC_ASSERT(shown(*got) == shown(columnar::take(*sent, wanted)));
    });
}

/// An int32 array over memory that is not the library's.
struct foreign {
    std::vector<std::int32_t> numbers{1, 2, 3, 4};
    std::vector<void const*> buffers{nullptr, numbers.data()};
    int released = 0;

    ArrowArray array() {
        ArrowArray out{};
        out.length = 4;
        out.n_buffers = 2;
        out.buffers = buffers.data();
        out.private_data = this;
        out.release = [](ArrowArray* a) {
            ++static_cast<foreign*>(a->private_data)->released;
            a->release = nullptr;
        };
        return out;
    }
};

TEST_CASE("Borrowed memory is released once, with the last column that has it") {
    foreign memory;
    auto values = memory.array();
    auto got = columnar::import_column(values, type("int32")).value();
    CHECK(values.release == nullptr);
    CHECK(got->values().data() == reinterpret_cast<std::byte const*>(memory.numbers.data()));
    auto const same = std::make_shared<columnar::array const>(got->type(), 4, 0, columnar::buffer{}, columnar::buffer{},
                                                              got->values(), std::vector<array_ptr>{});
    got.reset();
    CHECK(memory.released == 0);
    CHECK(shown(same) == "1 2 3 4");
    ArrowArray out{};
    columnar::export_column(same, out);
    CHECK(out.buffers[1] == memory.numbers.data());
    out.release(&out);
    CHECK(out.release == nullptr);
    CHECK(memory.released == 0);
}

TEST_CASE("What is refused is released too") {
    foreign memory;
    auto values = memory.array();
    CHECK(column_refusal(values, "utf8") == "column: it has 2 buffers, and its type 3");
    CHECK(memory.released == 1);
    auto none = memory.array();
    none.release = nullptr;
    CHECK(column_refusal(none, "int32") == "column: it has been released");
}

TEST_CASE("Memory at an address that a type does not allow is copied") {
    foreign memory;
    std::vector<std::byte> odd(17);
    std::memcpy(odd.data() + 1, memory.numbers.data(), 16);
    memory.buffers[1] = odd.data() + 1;
    auto values = memory.array();
    auto const got = columnar::import_column(values, type("int32")).value();
    CHECK(shown(got) == "1 2 3 4");
    CHECK(got->values().data() != odd.data() + 1);
}

TEST_CASE("Counts that cannot be are refused with the place") {
    foreign memory;
    auto const told = [&](auto change, char const* of = "int32") {
        auto values = memory.array();
        change(values);
        return column_refusal(values, of);
    };
    CHECK(told([](ArrowArray& a) { a.length = -1; }) == "column: it has a length of -1 and an offset of 0");
    CHECK(told([](ArrowArray& a) { a.offset = INT64_MAX; }).find("an offset of 9223372036854775807") !=
          std::string::npos);
    CHECK(told([](ArrowArray& a) { a.n_children = 1; }) == "column: it has 1 children, and its type 0");
    CHECK(told([](ArrowArray& a) { a.n_buffers = 0; }) == "column: it has 0 buffers, and its type 2");
    memory.buffers[1] = nullptr;
    CHECK(told([](ArrowArray&) {}) == "column: it has no buffer of values");
    CHECK(told([](ArrowArray& a) { a.n_buffers = 1; }, "struct<x: int8>") ==
          "column: it has 0 children, and its type 1");
    CHECK(told([](ArrowArray&) {}, "dictionary<utf8>[int32]") == "column: it has no buffer of values");
}

TEST_CASE("Offsets, UTF-8 and indices are checked as of any column") {
    auto const lie = [](char const* of, std::vector<scalar> const& values, auto change) {
        auto const honest = column(of, values);
        ArrowArray out{};
        columnar::export_column(honest, out);
        change(out);
        return column_refusal(out, of);
    };
    std::int32_t const descending[]{0, 2, 1};
    CHECK(lie("utf8", {{"ab"}, {"c"}}, [&](ArrowArray& a) { a.buffers[1] = descending; }) ==
          "offset 2 is 1, smaller than the one before it");
    std::int32_t const negative[]{0, 0, -4};
    CHECK(lie("utf8", {{"ab"}, {"c"}}, [&](ArrowArray& a) { a.buffers[1] = negative; }) ==
          "column: its last offset is negative");
    CHECK(lie("utf8", {{"ab"}}, [](ArrowArray& a) { a.buffers[2] = "\xff\xff"; }) == "the value of row 0 is not UTF-8");
    std::int32_t const beyond[]{0, 7};
    CHECK(lie("dictionary<utf8>", {{"a"}, {"b"}}, [&](ArrowArray& a) { a.buffers[1] = beyond; }) ==
          "column: row 1 asks for value 7 of a dictionary of 2");
    CHECK(lie("list<int64>", {{columnar::scalars{{std::int64_t{1}}}}},
              [](ArrowArray& a) { a.children[0]->length = 0; }) == "its last offset is 1, and there are 0");
    CHECK(lie("struct<x: int64>", {{columnar::scalars{{std::int64_t{1}}}}},
              [](ArrowArray& a) { a.children[0]->length = 0; }) == "column, child 0: it has 0 values where 1 must be");
}

TEST_CASE("A row whose index names a null is null") {
    auto const values = column("dictionary<utf8>", {{"a"}, {"b"}});
    ArrowArray out{};
    columnar::export_column(values, out);
    auto const nulls = column("utf8", {{"a"}, {}});
    ArrowArray other{};
    columnar::export_column(nulls, other);
    std::swap(*out.dictionary, other);
    auto const got = columnar::import_column(out, values->type()).value();
    CHECK(shown(got) == "'a' null");
    other.release(&other);
}

TEST_CASE("Types that columns cannot hold are refused with their format") {
    auto const told = [](char const* format, std::int64_t children = 0) {
        ArrowSchema of{};
        of.format = format;
        of.name = "f";
        of.n_children = children;
        of.release = [](ArrowSchema* s) { s->release = nullptr; };
        return refusal(of, [](ArrowSchema& s) { return columnar::import_field(s); });
    };
    CHECK(told("e") == "field f: its format \"e\" is of a type that columns here cannot hold");
    CHECK(told("+m") == "field f: its format \"+m\" is of a type that columns here cannot hold");
    CHECK(told("d:10,2,256") == "field f: its format \"d:10,2,256\" is a decimal of other than 128 bits");
    CHECK(told("tsx:") == "field f: its format \"tsx:\" is a timestamp of no known unit");
    CHECK(told("+w:-1").find("negative size") != std::string::npos);
    CHECK(told("d:99,2").find("its precision is 99") != std::string::npos);
    CHECK(told("") == "field f: its format \"\" is empty");
    CHECK(told("i", 1) == "field f: it has 1 children");
    CHECK(told("+l").find("has one child") != std::string::npos);
    for (auto const* odd : {"d:", "d:1", "d:1,2,3,4", "+w:", "+w:x", "ts", "tsu", "d:99999999999,1", "+", "+w:1,2"})
        CHECK_FALSE(told(odd).empty());
}

columnar::record_batches two_batches() {
    columnar::schema fields{{{"a", type("int32"), false, {}}, {"s", type("utf8"), true, {}}}, {{"made", "here"}}};
    columnar::record_batches out{std::make_shared<columnar::schema const>(fields), {}};
    for (std::int64_t n : {1, 3})
        out.batches.push_back({out.fields, {column("int32", {{n}, {n + 1}}), column("utf8", {{"x"}, {}})}, 2});
    return out;
}

TEST_CASE("A stream comes back as it was: schema, metadata and batches") {
    auto const sent = two_batches();
    ArrowArrayStream stream{};
    columnar::export_stream(sent, stream);
    auto const got = columnar::import_stream(stream).value();
    CHECK(stream.release == nullptr);
    CHECK(*got.fields == *sent.fields);
    REQUIRE(got.batches.size() == 2);
    CHECK(shown(got.batches[1].columns[0]) == "3 4");
    CHECK(got.batches[1].columns[1]->values().data() == sent.batches[1].columns[1]->values().data());
    ArrowArrayStream empty{};
    columnar::export_stream({sent.fields, {}}, empty);
    CHECK(columnar::import_stream(empty).value().batches.empty());
}

TEST_CASE("A stream that fails, or does not end, is refused and released") {
    ArrowArrayStream stream{};
    columnar::export_stream(two_batches(), stream);
    lancespec::limits few;
    few.ipc_rows = 4;
    auto const refused = columnar::import_stream(stream, few);
    REQUIRE_FALSE(refused);
    CHECK(to_string(refused.error()) == "batch 1: there are more than 4 rows (ipc_rows)");
    CHECK(stream.release == nullptr);

    columnar::export_stream(two_batches(), stream);
    stream.get_next = [](ArrowArrayStream*, ArrowArray*) { return EIO; };
    stream.get_last_error = [](ArrowArrayStream*) { return "the disk\nis gone"; };
    auto const failed = columnar::import_stream(stream);
    REQUIRE_FALSE(failed);
    CHECK(to_string(failed.error()) == "batch 0: the producer fails with errno 5: the disk\\nis gone");
    CHECK(columnar::import_stream(stream).error().message == "it has been released");
}

TEST_CASE("A batch is a struct without nulls, and a schema is one") {
    auto const batch = two_batches().batches.front();
    ArrowArray out{};
    columnar::export_batch(batch, out);
    std::byte const none{0};
    out.buffers[0] = &none;
    out.null_count = 2;
    auto const refused = columnar::import_batch(out, batch.fields);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("has nulls") != std::string::npos);
    ArrowSchema of{};
    columnar::export_field({"f", type("int32"), true, {}}, of);
    auto const no_schema = columnar::import_schema(of);
    REQUIRE_FALSE(no_schema);
    CHECK(to_string(no_schema.error()) == "schema: it is of type int32, and no struct of columns");
}

TEST_CASE("What validate() refuses is not exported") {
    auto const wrong = std::make_shared<columnar::array const>(
        type("int32"), 4, 0, columnar::buffer{}, columnar::buffer{}, columnar::buffer{}, std::vector<array_ptr>{});
    ArrowArray out{};
    CHECK_THROWS_AS(columnar::export_column(wrong, out), lancespec::error_exception);
    CHECK(out.release == nullptr);
    CHECK_THROWS_AS(columnar::export_column(nullptr, out), lancespec::error_exception);
    ArrowArrayStream stream{};
    CHECK_THROWS_AS(columnar::export_stream({nullptr, {}}, stream), lancespec::error_exception);
}

}  // namespace c_data_test
