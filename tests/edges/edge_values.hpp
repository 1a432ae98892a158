// SPDX-License-Identifier: Apache-2.0
// The values at the edges of every type: least and greatest, around zero, not a number, empty, long, null.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace edges {

namespace columnar = lancespec::columnar;
using columnar::data_type;
using columnar::scalar;
using columnar::scalars;
using columnar::type_id;

/// Every type that a column of a filter can have, each parameter at its ends too.
inline std::vector<data_type> const& all_types() {
    static auto const types = [] {
        std::vector<data_type> out;
        for (auto const* text : {"null",
                                 "bool",
                                 "int8",
                                 "int16",
                                 "int32",
                                 "int64",
                                 "uint8",
                                 "uint16",
                                 "uint32",
                                 "uint64",
                                 "float32",
                                 "float64",
                                 "utf8",
                                 "large_utf8",
                                 "binary",
                                 "large_binary",
                                 "date32",
                                 "timestamp[s]",
                                 "timestamp[ms]",
                                 "timestamp[us]",
                                 "timestamp[ns]",
                                 "timestamp[s, tz=-02:30]",
                                 "timestamp[us, tz=UTC]",
                                 "timestamp[ns, tz=+14:00]",
                                 "timestamp[ms, tz=America/Sao_Paulo]",
                                 "timestamp[s, tz=Nowhere]",
                                 "decimal128(38, 0)",
                                 "decimal128(38, 38)",
                                 "decimal128(5, 2)",
                                 "struct<x: int8, y: utf8>",
                                 "list<int64>",
                                 "list<utf8>",
                                 "list<float64>",
                                 "large_list<int8>",
                                 "fixed_size_list<int32>[2]",
                                 "list<list<int32>>",
                                 "list<timestamp[ms]>"}) {
            out.push_back(columnar::parse_data_type(text).value());
        }
        return out;
    }();
    return types;
}

template <class T>
void add_integers(scalars& out) {
    using limits = std::numeric_limits<T>;
    using held = std::conditional_t<std::is_same_v<T, std::uint64_t>, std::uint64_t, std::int64_t>;
    for (auto const value : {limits::min(), static_cast<T>(limits::min() + 1), static_cast<T>(-1), T{0}, T{1}, T{20},
                             static_cast<T>(limits::max() - 1), limits::max()}) {
        out.push_back({static_cast<held>(value)});
    }
}

inline columnar::int128 greatest_decimal(std::int32_t precision) {
    columnar::int128 out = 0;
    for (std::int32_t i = 0; i < precision; ++i) out = out * 10 + 9;
    return out;
}

/// The edges of @p type, a null among them. Recurses along the type.
inline scalars values_of(data_type const& type) {
    scalars out{{}};
    using limits = std::numeric_limits<double>;
    switch (type.id) {
        case type_id::null: break;
        case type_id::boolean: out.insert(out.end(), {{false}, {true}}); break;
        case type_id::int8: add_integers<std::int8_t>(out); break;
        case type_id::int16: add_integers<std::int16_t>(out); break;
        case type_id::int32: add_integers<std::int32_t>(out); break;
        case type_id::int64: add_integers<std::int64_t>(out); break;
        case type_id::uint8: add_integers<std::uint8_t>(out); break;
        case type_id::uint16: add_integers<std::uint16_t>(out); break;
        case type_id::uint32: add_integers<std::uint32_t>(out); break;
        case type_id::uint64: add_integers<std::uint64_t>(out); break;
        case type_id::float32:
        case type_id::float64: {
            double const greatest = type.id == type_id::float64 ? limits::max() : 3.4028234663852886e38;
            for (double const value : {0.0, -0.0, 1.0, -1.5, 9.3e18, -9.3e18, 1e-40, greatest, -greatest,
                                       limits::infinity(), -limits::infinity(), limits::quiet_NaN()}) {
                out.push_back({value});
            }
            break;
        }
        case type_id::utf8:
        case type_id::large_utf8:
            for (auto const* text : {"", "a", "é", "ΟΔΟΣ", "%_\\", "(", "-9223372036854775808", "1e309", "1.5",
                                     "9999-12-31 23:59:60.999999999", "0001-01-01T00:00:00-23:59", "2021-02-30", "true",
                                     "base64", "%Y %j %% %"}) {
                out.push_back({std::string(text)});
            }
            out.push_back({std::string("\0\x7f", 2)});
            out.push_back({std::string(300, 'x')});
            break;
        case type_id::binary:
        case type_id::large_binary:
            out.insert(out.end(), {{std::string()}, {std::string("\0\xff\x80", 3)}, {std::string(300, '\xfe')}});
            break;
        case type_id::date32:
            // -719162 is 0001-01-01, 2932896 is 9999-12-31; std::chrono ends near 11,980,000.
            add_integers<std::int32_t>(out);
            for (std::int64_t const day : {-719'162, -719'163, 2'932'896, 2'932'897, 11'000'001, -12'687'429}) {
                out.push_back({day});
            }
            break;
        case type_id::timestamp: {
            add_integers<std::int64_t>(out);
            std::int64_t scale = 1;
            for (int i = 0; i < static_cast<int>(type.unit); ++i) scale *= 1'000;
            for (std::int64_t const second : {-62'135'596'800, 253'402'300'799}) {
                std::int64_t count = 0;
                if (!__builtin_mul_overflow(second, scale, &count)) out.push_back({count});
            }
            break;
        }
        case type_id::decimal128: {
            auto const greatest = greatest_decimal(type.precision);
            for (auto const value :
                 {columnar::int128{0}, columnar::int128{1}, columnar::int128{-1}, greatest, -greatest}) {
                out.push_back({value});
            }
            break;
        }
        case type_id::struct_: {
            scalars first;
            scalars last;
            for (auto const& child : type.children) {
                auto const values = values_of(child.type);
                first.push_back(values.front());
                last.push_back(values.back());
            }
            out.insert(out.end(), {{first}, {last}});
            break;
        }
        default: {
            auto const items = values_of(type.children.front().type);
            if (type.id == type_id::fixed_size_list) {
                out.push_back({scalars{items.front(), items.back()}});
                out.push_back({scalars{items[1], items[2]}});
                break;
            }
            out.push_back({scalars{}});
            out.push_back({scalars{items[1]}});
            out.push_back({items});
            out.push_back({scalars(items.rbegin(), items.rend())});
        }
    }
    return out;
}

}  // namespace edges
