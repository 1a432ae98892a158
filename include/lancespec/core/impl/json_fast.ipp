// SPDX-License-Identifier: Apache-2.0
// The fast half of core/json_reader.hpp: reads documents with which nothing is wrong, and gives up on all others.
//
// Nearly every document is valid, so the reader is two. This one knows no pointers, keeps no stack of frames and
// converts a number once; whatever it does not understand or does not like it leaves to json_reader.ipp, which begins
// anew and says what is wrong. It may give up on a valid document (a key with escapes, one string for a list), but
// what it accepts the other one accepts with the same value.
//
// The place in the text is an argument and a result, null for giving up: in a member it would be in memory.
#pragma once

#include <lancespec/core/impl/json_number_fast.ipp>
#include <lancespec/core/json_reader.hpp>
#include <lancespec/core/utf8.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

LANCESPEC_BEGIN_NAMESPACE
namespace reflect::detail {

class fast_reader {
public:
    fast_reader(std::string_view text, read_options const& options)
        : first_(text.data()), last_(text.data() + text.size()), options_(options) {}

    /// Reads the whole text into @p root, a default-constructed struct. False: @p root is in any state.
    bool read(slot root) {
        if (!counted()) return false;
        auto const* at = space(first_);
        if (!is(at, '{')) return false;
        at = object(at + 1, root.value, *root.type, 1);
        return at != nullptr && space(at) == last_;
    }

private:
    using place = char const*;

    /// The levels that recursion may take. Deeper documents are the other reader's.
    [[nodiscard]] bool too_deep(std::size_t depth) const noexcept {
        return depth > 64 || depth > options_.bounds.json_depth;
    }
    [[nodiscard]] bool counted() noexcept { return ++elements_ <= options_.bounds.json_elements; }

    [[nodiscard]] place space(place at) const noexcept {
        while (at != last_ && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) ++at;
        return at;
    }
    [[nodiscard]] bool is(place at, char c) const noexcept { return at != last_ && *at == c; }
    [[nodiscard]] place word(place at, std::string_view text) const noexcept {
        return std::string_view(at, static_cast<std::size_t>(last_ - at)).starts_with(text) ? at + text.size()
                                                                                            : nullptr;
    }

    /// What the lists of JSON have in common: calls @p item with each item's place, until @p close.
    template <class Item>
    place items(place at, char close, Item const& item) {
        at = space(at);
        if (is(at, close)) return at + 1;
        while (true) {
            at = item(space(at));
            if (at == nullptr) return nullptr;
            at = space(at);
            if (at == last_) return nullptr;
            if (*at == close) return at + 1;
            if (*at++ != ',') return nullptr;
        }
    }

    // ---- text

    /// The first byte that is a quote, a backslash or a control character, if any; notes bytes that are not ASCII.
    place run(place at, bool& wide) const noexcept {
#if defined(__SSE2__)
        auto const quote = _mm_set1_epi8('"');
        auto const backslash = _mm_set1_epi8('\\');
        auto const control = _mm_set1_epi8(0x1F);
        while (last_ - at >= 16) {
            auto const bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(at));
            auto const ends = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                                           _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes));
            auto const end = static_cast<unsigned>(_mm_movemask_epi8(ends));
            auto const high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
            if (end != 0) {
                wide |= (high & (end - 1) & ~end) != 0;
                return at + std::countr_zero(end);
            }
            wide |= high != 0;
            at += 16;
        }
#endif
        for (; at != last_; ++at) {
            auto const c = static_cast<unsigned char>(*at);
            if (c == '"' || c == '\\' || c < 0x20) return at;
            wide |= c >= 0x80;
        }
        return nullptr;
    }

    /// The string at an opening quote: a view of the text, or of what its escapes mean, until the next string.
    place string(place at, std::string_view& out) {
        if (!is(at, '"')) return nullptr;
        auto const* const begin = at + 1;
        bool wide = false;
        at = run(begin, wide);
        if (at == nullptr) return nullptr;
        if (*at == '"')
            out = {begin, static_cast<std::size_t>(at - begin)};
        else if ((at = unescape(begin, at, wide)) != nullptr)
            out = unescaped_;
        else
            return nullptr;
        if (wide && find_invalid_utf8(out) != std::string_view::npos) return nullptr;
        return at + 1;
    }

    /// From the first thing that ends a run to the closing quote.
    place unescape(place begin, place at, bool& wide) {
        unescaped_.assign(begin, at);
        while (*at == '\\') {
            at = escape(at + 1);
            if (at == nullptr) return nullptr;
            auto const* const from = at;
            at = run(at, wide);
            if (at == nullptr) return nullptr;
            unescaped_.append(from, at);
        }
        return *at == '"' ? at : nullptr;
    }

    place escape(place at) {
        if (at == last_) return nullptr;
        switch (*at++) {
            case '"': unescaped_ += '"'; return at;
            case '\\': unescaped_ += '\\'; return at;
            case '/': unescaped_ += '/'; return at;
            case 'b': unescaped_ += '\b'; return at;
            case 'f': unescaped_ += '\f'; return at;
            case 'n': unescaped_ += '\n'; return at;
            case 'r': unescaped_ += '\r'; return at;
            case 't': unescaped_ += '\t'; return at;
            case 'u': break;
            default: return nullptr;
        }
        std::uint32_t unit = 0;
        at = hexadecimal(at, unit);
        if (at == nullptr) return nullptr;
        if (unit >= 0xD800 && unit < 0xE000) {
            std::uint32_t low = 0;
            if (unit >= 0xDC00 || last_ - at < 6 || at[0] != '\\' || at[1] != 'u') return nullptr;
            at = hexadecimal(at + 2, low);
            if (at == nullptr || low < 0xDC00 || low >= 0xE000) return nullptr;
            unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        }
        append_utf8(unescaped_, static_cast<char32_t>(unit));
        return at;
    }

    place hexadecimal(place at, std::uint32_t& out) const noexcept {
        if (last_ - at < 4) return nullptr;
        auto const [end, ec] = std::from_chars(at, at + 4, out, 16);
        return ec == std::errc{} && end == at + 4 ? end : nullptr;
    }

    // ---- values

    /// `{` is behind us.
    place object(place at, void* whole, type_info const& type, std::size_t depth) {
        if (too_deep(depth)) return nullptr;
        if (type.kind == value_kind::map) return map(at, whole, type, depth);
        auto const fields = type.fields;
        std::uint64_t seen = 0;
        std::size_t guess = 0;
        at = items(at, '}', [&](place from) -> place {
            std::size_t index = guess;
            if (index < fields.size() && is_key(from, fields[index].name)) {
                from += fields[index].name.size() + 2;
            } else {
                std::string_view key;
                from = string(from, key);
                if (from == nullptr) return nullptr;
                index = type.find(key);
            }
            from = space(from);
            if (!is(from, ':')) return nullptr;
            from = space(from + 1);
            if (index >= fields.size() || !fields[index].in_json(options_.version))
                return options_.accept_unknown_members ? skip(from, depth) : nullptr;
            auto const bit = std::uint64_t{1} << index;
            if ((seen & bit) != 0) return nullptr;
            seen |= bit;
            guess = index + 1;
            return member(from, whole, fields[index], depth);
        });
        for (auto missing = type.required_bits & ~seen; missing != 0; missing &= missing - 1) {
            auto const& field = fields[static_cast<std::size_t>(std::countr_zero(missing))];
            if (!field.in_json(options_.version)) continue;
            if (field.nullable == null_spelling::none || !options_.accept_null) return nullptr;
        }
        return at;
    }

    /// Whether @p name in quotes is at @p at.
    [[nodiscard]] bool is_key(place at, std::string_view name) const noexcept {
        return static_cast<std::size_t>(last_ - at) >= name.size() + 2 && *at == '"' && at[name.size() + 1] == '"' &&
               std::memcmp(at + 1, name.data(), name.size()) == 0;
    }

    place member(place at, void* whole, field_info const& field, std::size_t depth) {
        if (is(at, 'n') && field.can_be_absent()) {
            bool const may_be_null =
                field.nullable != null_spelling::none || (!field.is_required && options_.accept_null);
            if (!may_be_null || !counted()) return nullptr;
            field.clear(whole);
            return word(at, "null");
        }
        auto const target = field.access(whole);
        at = value(at, target, depth);
        if (at == nullptr || field.format != number_format::int32 || target.type->kind != value_kind::int64) return at;
        auto const number = *static_cast<std::int64_t const*>(target.value);
        return number >= INT32_MIN && number <= INT32_MAX ? at : nullptr;
    }

    place value(place at, slot target, std::size_t depth) {
        if (!counted() || at == last_) return nullptr;
        switch (target.type->kind) {
            case value_kind::string: {
                std::string_view text;
                at = string(at, text);
                if (at != nullptr) static_cast<std::string*>(target.value)->assign(text);
                return at;
            }
            case value_kind::int64: {
                written_number number;
                at = read_number(at, last_, number);
                return at != nullptr && to_int64(number, *static_cast<std::int64_t*>(target.value)) ? at : nullptr;
            }
            case value_kind::float64: {
                written_number number;
                at = read_number(at, last_, number);
                return at != nullptr && to_double(number, *static_cast<double*>(target.value)) ? at : nullptr;
            }
            case value_kind::boolean: {
                bool const is_true = *at == 't';
                *static_cast<bool*>(target.value) = is_true;
                return word(at, is_true ? "true" : "false");
            }
            case value_kind::enumeration: {
                std::string_view text;
                at = string(at, text);
                if (at == nullptr) return nullptr;
                auto const found = target.type->find_enumerator(text);
                if (found == target.type->enumerators.size()) return nullptr;
                target.type->set_enumerator(target.value, found);
                return at;
            }
            case value_kind::array: return *at == '[' ? array(at + 1, target.value, *target.type, depth + 1) : nullptr;
            case value_kind::map:
            case value_kind::object:
                return *at == '{' ? object(at + 1, target.value, *target.type, depth + 1) : nullptr;
            case value_kind::json:
                // Where null may stand, it was read before: here it is a violation, or the whole document.
                return is(at, 'n') ? nullptr : opaque(at, *static_cast<boost::json::value*>(target.value), depth);
        }
        return nullptr;
    }

    place array(place at, void* list, type_info const& type, std::size_t depth) {
        if (too_deep(depth)) return nullptr;
        if (type.element().kind == value_kind::float64 && type.append_null == nullptr)
            return numbers(at, *static_cast<std::vector<double>*>(list));
        auto const* const begin = at;
        std::size_t count = 0;
        return items(at, ']', [&](place from) -> place {
            // A long list of structs grows once, to what is likely: as many as the text has room for if they are all
            // alike, and no more memory than four times the text.
            if (++count == 5 && from - begin > 256)
                type.reserve(list, static_cast<std::size_t>(last_ - begin) * 4 / static_cast<std::size_t>(from - begin),
                             static_cast<std::size_t>(last_ - begin) * 4);
            if (!is(from, 'n') || type.append_null == nullptr) return value(from, type.append(list), depth);
            if (!counted()) return nullptr;
            type.append_null(list, nullptr);
            return word(from, "null");
        });
    }

    place numbers(place at, std::vector<double>& out) {
        auto const* const begin = at;
        return items(at, ']', [&](place from) -> place {
            written_number number;
            double read = 0;
            auto const* const end = read_number(from, last_, number);
            if (end == nullptr || !counted() || !to_double(number, read)) return nullptr;
            if (out.size() == 8)
                out.reserve(static_cast<std::size_t>(last_ - begin) * 8 / static_cast<std::size_t>(from - begin));
            out.push_back(read);
            return end;
        });
    }

    place map(place at, void* whole, type_info const& type, std::size_t depth) {
        return items(at, '}', [&](place from) -> place {
            std::string_view key;
            from = string(from, key);
            if (from == nullptr) return nullptr;
            std::string owned(key);
            from = space(from);
            if (!is(from, ':')) return nullptr;
            from = space(from + 1);
            if (is(from, 'n') && type.append_null != nullptr)
                return counted() && type.append_null(whole, &owned) ? word(from, "null") : nullptr;
            bool fresh = true;
            auto const target = type.insert(whole, std::move(owned), fresh);
            return fresh ? value(from, target, depth) : nullptr;
        });
    }

    // ---- opaque values, kept as they come

    /// The value's element is counted.
    place opaque(place at, boost::json::value& out, std::size_t depth) {
        if (at == last_) return nullptr;
        switch (*at) {
            case '"': {
                std::string_view text;
                at = string(at, text);
                if (at != nullptr) out.emplace_string().assign(text.data(), text.size());
                return at;
            }
            case '{': return opaque_object(at + 1, out.emplace_object(), depth + 1);
            case '[': return opaque_array(at + 1, out.emplace_array(), depth + 1);
            case 't': out = true; return word(at, "true");
            case 'f': out = false; return word(at, "false");
            case 'n': out = nullptr; return word(at, "null");
            default: return opaque_number(at, out);
        }
    }

    place opaque_number(place at, boost::json::value& out) const {
        written_number number;
        at = read_number(at, last_, number);
        if (at == nullptr) return nullptr;
        std::int64_t integer = 0;
        double real = 0;
        if (to_int64(number, integer) && (integer != 0 || !number.negative))
            out = integer;
        else if ((number.is_integer && number.count != 0) || !to_double(number, real))
            return nullptr;  // integers beyond int64 are the other reader's
        else
            out = real;
        return at;
    }

    place opaque_object(place at, boost::json::object& out, std::size_t depth) {
        if (too_deep(depth)) return nullptr;
        return items(at, '}', [&](place from) -> place {
            std::string_view key;
            from = string(from, key);
            if (from == nullptr) return nullptr;
            auto const [entry, fresh] = out.emplace(boost::json::string_view(key.data(), key.size()), nullptr);
            from = space(from);
            if (!fresh || !is(from, ':') || !counted()) return nullptr;
            return opaque(space(from + 1), entry->value(), depth);
        });
    }

    place opaque_array(place at, boost::json::array& out, std::size_t depth) {
        if (too_deep(depth)) return nullptr;
        return items(at, ']', [&](place from) -> place {
            return counted() ? opaque(from, out.emplace_back(nullptr), depth) : nullptr;
        });
    }

    /// A value that nobody wants: only that it is one, in which members may come twice.
    place skip(place at, std::size_t depth) {
        if (!counted() || at == last_) return nullptr;
        std::string_view text;
        written_number number;
        switch (*at) {
            case '"': return string(at, text);
            case 't': return word(at, "true");
            case 'f': return word(at, "false");
            case 'n': return word(at, "null");
            case '[':
                if (too_deep(depth + 1)) return nullptr;
                return items(at + 1, ']', [&](place from) { return skip(from, depth + 1); });
            case '{':
                if (too_deep(depth + 1)) return nullptr;
                return items(at + 1, '}', [&](place from) -> place {
                    from = string(from, text);
                    if (from == nullptr) return nullptr;
                    from = space(from);
                    return is(from, ':') ? skip(space(from + 1), depth + 1) : nullptr;
                });
            default: return read_number(at, last_, number);
        }
    }

    place const first_;
    place const last_;
    read_options const& options_;
    std::size_t elements_ = 0;
    std::string unescaped_;
};

}  // namespace reflect::detail
LANCESPEC_END_NAMESPACE
