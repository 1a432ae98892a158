// SPDX-License-Identifier: Apache-2.0
// Body of core/json_writer.hpp.
#pragma once

#include <lancespec/core/json.hpp>
#include <lancespec/core/json_writer.hpp>

#include <boost/json/value.hpp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {
namespace detail {

struct map_writer {
    std::string& out;
    write_options const& options;
    bool first = true;
};

inline void write_member(void* with, std::string_view key, view value) {
    auto& writer = *static_cast<map_writer*>(with);
    if (!std::exchange(writer.first, false)) writer.out += ',';
    append_json_string(writer.out, key);
    writer.out += ':';
    if (value.value == nullptr)
        writer.out += "null";
    else
        write_json(writer.out, value, {writer.options.version, {}});
}

inline void write_object(std::string& out, view object, write_options const& options) {
    out += '{';
    bool first = true;
    for (auto const& field : object.type->fields) {
        if (!field.in_json(options.version)) continue;
        auto const value = field.get(object.value);
        bool const null = value.value == nullptr;
        if (null && !field.is_required) continue;
        if (std::find(options.leave_out.begin(), options.leave_out.end(), field.name) != options.leave_out.end())
            continue;
        if (!std::exchange(first, false)) out += ',';
        append_json_string(out, field.name);
        out += ':';
        if (null)
            out += "null";  // a required member that may be null
        else if (field.list_since > options.version && value.type->size(value.value) == 1)
            write_json(out, value.type->at(value.value, 0), {options.version, {}});
        else
            write_json(out, value, {options.version, {}});
    }
    out += '}';
}

}  // namespace detail

LANCESPEC_DECL void write_json(std::string& out, view value, write_options const& options) {
    auto const& type = *value.type;
    switch (type.kind) {
        case value_kind::boolean: out += *static_cast<bool const*>(value.value) ? "true" : "false"; break;
        case value_kind::int64: out += std::to_string(*static_cast<std::int64_t const*>(value.value)); break;
        case value_kind::float64: append_json_number(out, *static_cast<double const*>(value.value)); break;
        case value_kind::string: append_json_string(out, *static_cast<std::string const*>(value.value)); break;
        case value_kind::enumeration: {
            auto const index = type.get_enumerator(value.value);
            append_json_string(out, index < type.enumerators.size() ? type.enumerators[index] : std::string_view{});
            break;
        }
        case value_kind::json: out += to_json(*static_cast<boost::json::value const*>(value.value)); break;
        case value_kind::array:
            out += '[';
            for (std::size_t i = 0; i < type.size(value.value); ++i) {
                if (i != 0) out += ',';
                auto const item = type.at(value.value, i);
                if (item.value == nullptr)
                    out += "null";
                else
                    write_json(out, item, {options.version, {}});
            }
            out += ']';
            break;
        case value_kind::map: {
            out += '{';
            detail::map_writer writer{out, options};
            type.for_each(value.value, &detail::write_member, &writer);
            out += '}';
            break;
        }
        case value_kind::object: detail::write_object(out, value, options); break;
    }
}

}  // namespace reflect
LANCESPEC_END_NAMESPACE
