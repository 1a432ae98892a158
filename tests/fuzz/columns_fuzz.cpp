// SPDX-License-Identifier: Apache-2.0
// Fuzz target: columns and batches made by hand of any buffers. What validate() refuses is refused everywhere, with an
// error or an exception; what it takes is filtered, taken from, concatenated, and written and read back the same.
#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/executor/catalog.hpp>
#include <lancespec/language/evaluate.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

namespace columnar = lancespec::columnar;
namespace where = lancespec::where;
using columnar::array_ptr;
using columnar::type_id;

/// The input as choices; zeros when it has ended.
struct choices {
    std::uint8_t const* at;
    std::uint8_t const* last;

    unsigned next() { return at == last ? 0 : *at++; }
    unsigned below(unsigned bound) { return next() % bound; }
    std::vector<std::byte> buffer(std::size_t usual) {
        auto size = usual;
        switch (below(16)) {
            case 0: size = 0; break;
            case 1: size = usual == 0 ? 1 : usual - 1; break;
            case 2: size = usual + below(40); break;
            default: break;
        }
        std::vector<std::byte> out(std::min<std::size_t>(size, 4096));
        for (auto& byte : out) byte = static_cast<std::byte>(next());
        return out;
    }
    std::int64_t length() {
        constexpr std::array<std::int64_t, 8> odd{-1, 0, 63, 64, 65, INT32_MAX, INT64_MAX, INT64_MIN};
        auto const choice = below(64);
        return choice < odd.size() ? odd[choice] : static_cast<std::int64_t>(choice % 20);
    }
};

columnar::data_type make_type(choices& from, int depth) {
    columnar::data_type out;
    out.id = static_cast<type_id>(from.below(depth == 0 ? 19 : 26));  // 24 and 25 are no types
    if (out.id == type_id::dictionary) out.index = static_cast<type_id>(from.below(8) == 0 ? 12 : 2 + from.below(8));
    if (out.id == type_id::decimal128) out.precision = static_cast<int>(from.below(41)), out.scale = 2;
    if (out.id == type_id::timestamp) out.unit = static_cast<columnar::time_unit>(from.below(5));
    if (out.id == type_id::fixed_size_list) out.list_size = static_cast<int>(from.below(5)) - 1;
    if (out.id < type_id::struct_) return out;
    auto const usual = out.id == type_id::struct_ ? from.below(3) : 1;
    for (unsigned i = from.below(32) == 0 ? usual + 1 : usual; i > 0; --i)
        out.children.push_back({"xyz" + std::to_string(i), make_type(from, depth - 1), true, {}});
    return out;
}

array_ptr make_column(choices& from, columnar::data_type const& type, std::int64_t length, int depth) {
    if (from.below(64) == 0) return nullptr;
    if (from.below(32) == 0) length = from.length();
    auto const rows = static_cast<std::size_t>(std::clamp<std::int64_t>(length, 0, 200));
    std::vector<std::byte> validity;
    if (from.below(2) == 0 && type.id != type_id::null) validity = from.buffer((rows + 7) / 8);
    std::int64_t nulls = type.id == type_id::null ? length : 0;
    for (std::size_t i = 0; i < rows && !validity.empty() && i / 8 < validity.size(); ++i)
        if ((std::to_integer<unsigned>(validity[i / 8]) >> (i % 8) & 1) == 0) ++nulls;
    if (from.below(32) == 0) nulls = from.length();
    std::vector<std::byte> offsets;
    std::vector<std::byte> values;
    std::vector<array_ptr> children;
    std::int64_t below = length;
    auto const id = type.id;
    bool const text =
        id == type_id::utf8 || id == type_id::large_utf8 || id == type_id::binary || id == type_id::large_binary;
    if (text || id == type_id::list || id == type_id::large_list) {
        // Mostly ascending, so that some are right.
        bool const large = id == type_id::large_utf8 || id == type_id::large_binary || id == type_id::large_list;
        std::int64_t end = from.below(8) == 0 ? from.below(4) : 0;
        for (std::size_t i = 0; i <= rows; ++i) {
            auto const small = static_cast<std::int32_t>(end);
            auto const at = offsets.size();
            offsets.resize(at + (large ? 8 : 4));
            std::memcpy(offsets.data() + at, large ? static_cast<void const*>(&end) : &small, large ? 8 : 4);
            end += static_cast<std::int64_t>(from.below(64) == 0 ? from.below(8) - 4u : from.below(3));
        }
        below = end;
        if (from.below(16) == 0) offsets = from.buffer(offsets.size());
        if (text) {
            values = from.buffer(static_cast<std::size_t>(std::clamp<std::int64_t>(end, 0, 1000)));
            if (from.below(4) != 0)
                for (auto& byte : values) byte &= std::byte{0x7F};
        }
    } else if (id == type_id::boolean) {
        values = from.buffer((rows + 7) / 8);
    } else if (id == type_id::fixed_size_list) {
        below = static_cast<std::int64_t>(rows) * type.list_size;
    } else if (id == type_id::dictionary) {
        below = static_cast<std::int64_t>(from.below(20));
        auto const width = columnar::byte_width(type);
        values = from.buffer(rows * width);
        // Mostly small, so that some are right.
        for (std::size_t i = 0; i < values.size() && from.below(8) != 0; ++i)
            values[i] = width == 0 || i % width != 0 ? std::byte{} : static_cast<std::byte>(from.below(20));
    } else if (id < type_id::struct_ && id != type_id::null) {
        constexpr std::array<std::size_t, 19> widths{0, 0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 0, 0, 0, 0, 4, 8, 16};
        values = from.buffer(rows * widths[std::min<std::size_t>(static_cast<std::size_t>(id), 18)]);
        if (id == type_id::decimal128 && from.below(2) == 0)
            for (std::size_t i = 0; i < values.size(); ++i)
                if (i % 16 != 0) values[i] = {};
    }
    if (depth > 0)
        for (auto const& child : type.children) children.push_back(make_column(from, child.type, below, depth - 1));
    if (from.below(64) == 0) children.push_back(nullptr);
    return std::make_shared<columnar::array const>(type, length, nulls, std::move(validity), std::move(offsets),
                                                   std::move(values), std::move(children));
}

void require(bool holds) {
    if (!holds) std::abort();
}

/// Whether @p what ends without an exception. Those that the library documents are no failures.
template <class F>
bool passes(F const& what) {
    try {
        what();
        return true;
    } catch (std::out_of_range const&) {
    } catch (std::length_error const&) {
    } catch (lancespec::error_exception const&) {
    }
    return false;
}

std::string shown(columnar::record_batch const& from) {
    std::string out;
    for (std::int64_t row = 0; row < from.length; ++row)
        for (auto const& column : from.columns) out += to_string(columnar::get(*column, row), column->type()) + '\n';
    return out;
}

/// Everything that takes a column or a batch, whatever that is.
void use(columnar::record_batch const& batch, columnar::schema const& fields, bool valid) {
    for (auto const& column : batch.columns) {
        if (!column) continue;
        bool const good = columnar::validate(*column).has_value();
        for (auto const row : {std::int64_t{-1}, std::int64_t{0}, column->length() - 1, column->length()}) {
            bool const is_row = row >= 0 && row < column->length();
            require(passes([&] { static_cast<void>(columnar::get(*column, row)); }) == (good && is_row));
            require(passes([&] { static_cast<void>(columnar::take(*column, std::array{row})); }) == (good && is_row));
            passes([&] { static_cast<void>(column->is_null(row)); });
            passes([&] { static_cast<void>(column->boolean(row)); });
            passes([&] { static_cast<void>(column->text(row)); });
            passes([&] { static_cast<void>(column->offset(row)); });
            passes([&] {
                columnar::array_builder builder(column->type());
                builder.append_from(*column, row);
                require(columnar::validate(*builder.finish()).has_value());
            });
        }
        array_ptr twice;
        std::array const both{column, column};
        require(passes([&] { twice = columnar::concatenate(both); }) ==
                (good && (column->length() <= INT64_MAX / 128)));
        if (twice) require(twice->length() == 2 * column->length());
    }
    auto const written = columnar::write_ipc_stream(fields, std::array{batch});
    require(written.has_value() == valid);
    lancespec::executor::catalog_options options;
    options.inline_jobs = true;
    options.seed = 1;
    lancespec::executor::catalog catalog(options);
    lancespec::object_identifier const id(std::vector<std::string>{"t"});
    auto const made = catalog.create_table(id, fields, {batch});
    require(!made || valid);
    if (made) require(shown(catalog.read(id).value().front()) == shown(batch));
}

constexpr std::array filters{"a IS NOT NULL",
                             "a = 1",
                             "a > 1.5 OR a IS NULL",
                             "a LIKE '%a%'",
                             "a IN ('a', 'b')",
                             "upper(a) = 'A'",
                             "length(a) > 1",
                             "a",
                             "NOT a",
                             "a < '2021-01-01'",
                             "a = b",
                             "a > b",
                             "a + 1 > 0",
                             "abs(a) = 1",
                             "array_length(a) = 1",
                             "a[1] IS NOT NULL",
                             "a.xyz1 = 1",
                             "cast(a as string) = '1'",
                             "a % 2 = 0",
                             "array_has(a, 1)",
                             "cardinality(a) > 0",
                             "a || 'x' = 'ax'"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    choices from{data, data + size};
    auto const fields = std::make_shared<columnar::schema>();
    columnar::record_batch batch{fields, {}, from.length()};
    for (unsigned i = 0; i < 2; ++i) {
        fields->fields.push_back({i == 0 ? "a" : "b", make_type(from, 2), true, {}});
        batch.columns.push_back(make_column(from, fields->fields.back().type, batch.length, 2));
    }
    if (from.below(32) == 0) batch.columns.pop_back();
    bool const valid = columnar::validate(batch).has_value();
    if (batch.length > 4096) return 0;  // only columns of nulls are: not worth the time
    for (auto const& column : batch.columns)
        if (column && column->length() > 4096 && columnar::validate(*column).has_value()) return 0;
    use(batch, *fields, valid);
    auto const tree = where::parse(filters[from.below(filters.size())]);
    require(tree.has_value());
    auto const filter = where::bind_filter(*tree, *fields);
    if (filter.has_error()) return 0;
    auto const kept = where::select_rows(*filter, batch);
    auto const column = where::compute(*filter, batch);
    if (!valid) return 0;
    require(kept.has_error() == column.has_error());
    if (kept.has_error()) return 0;
    require((*column)->length() == batch.length && columnar::validate(**column).has_value());
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < batch.length; ++row)
        if (columnar::get(**column, row) == columnar::scalar{true}) ++count;
    require(count == static_cast<std::int64_t>(kept->size()));
    columnar::record_batch taken{fields, {}, count};
    for (auto const& each : batch.columns) taken.columns.push_back(columnar::take(*each, *kept));
    auto const written = columnar::write_ipc_file(*fields, std::array{batch, taken});
    require(written.has_value());
    auto const again = columnar::read_ipc(*written);
    require(again.has_value() && shown(again->batches[0]) == shown(batch) && shown(again->batches[1]) == shown(taken));
    return 0;
}
