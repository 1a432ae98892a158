// SPDX-License-Identifier: Apache-2.0
// RapidCheck generators of text: valid UTF-8 with hostile characters, field paths, WHERE clauses, raw bytes.
#pragma once

#include <lancespec/core/utf8.hpp>
#include <lancespec/language/field_path.hpp>

#include <rapidcheck.h>

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace arbitrary {

/// One character: mostly ASCII, often one that some grammar gives a meaning, sometimes any scalar value, NUL and
/// U+10FFFF among them.
inline rc::Gen<char32_t> character() {
    static constexpr char32_t special[] =
        U"\0.`$\"'\\/~%&?#+ \t\n-_0[]{}(),:;*é\u00a0\u2028\ufeff\uffff\U0001F600\U0010FFFF";
    return rc::gen::oneOf(rc::gen::inRange<char32_t>(U'a', U'z' + 1),
                          rc::gen::elementOf(std::vector<char32_t>(std::begin(special), std::end(special) - 1)),
                          rc::gen::map(rc::gen::inRange<std::uint32_t>(0, 0x110000 - 0x800), [](std::uint32_t n) {
                              return static_cast<char32_t>(n < 0xD800 ? n : n + 0x800);
                          }));
}

/// Valid UTF-8 of at least @p shortest characters.
inline rc::Gen<std::string> text(std::size_t shortest = 0) {
    return rc::gen::exec([shortest] {
        auto const characters = *rc::gen::container<std::u32string>(character());
        std::string out;
        for (auto const c : characters) append_utf8(out, c);
        for (auto n = characters.size(); n < shortest; ++n) append_utf8(out, *character());
        return out;
    });
}

/// Any bytes: most are no UTF-8.
inline rc::Gen<std::string> bytes() {
    return rc::gen::map(rc::gen::arbitrary<std::vector<unsigned char>>(),
                        [](std::vector<unsigned char> const& v) { return std::string(v.begin(), v.end()); });
}

/// A field path of one to four segments of any characters.
inline rc::Gen<field_path> path() {
    return rc::gen::map(rc::gen::resize(4, rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(text(1)))),
                        [](std::vector<std::string> segments) { return field_path{std::move(segments)}; });
}

/// A WHERE clause that parses: comparisons of plain columns, joined and negated.
inline rc::Gen<std::string> where_clause() {
    return rc::gen::exec([] {
        auto const count = *rc::gen::inRange(1, 4);
        std::string out;
        for (int i = 0; i < count; ++i) {
            if (i != 0) out += *rc::gen::element<std::string>(" AND ", " OR ");
            out += *rc::gen::element<std::string>("", "NOT ");
            out += *rc::gen::element<std::string>("id > 10", "name = 'it''s'", "price BETWEEN 1.5 AND 2e3",
                                                  "st.`a.b` IS NOT NULL", "id IN (1, 2, NULL)", "name LIKE 'a%'",
                                                  "(x = 1)", "false");
        }
        return out;
    });
}

/// A date and time as RFC 3339 writes them.
inline rc::Gen<std::string> date_time() {
    return rc::gen::exec([] {
        auto const two = [](int least, int end) {
            auto const n = *rc::gen::inRange(least, end);
            return std::string{static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)};
        };
        return two(0, 100) + two(0, 100) + "-" + two(1, 13) + "-" + two(1, 29) + "T" + two(0, 24) + ":" + two(0, 60) +
               ":" + two(0, 61) + *rc::gen::element<std::string>("", ".5", ".000001") +
               *rc::gen::element<std::string>("Z", "z", "+00:00", "-23:59");
    });
}

}  // namespace arbitrary
LANCESPEC_END_NAMESPACE
