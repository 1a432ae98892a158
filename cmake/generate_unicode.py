#!/usr/bin/env python3
"""Writes include/lancespec/language/impl/unicode_alnum.ipp: which characters are alphanumeric.

Rust's char::is_alphanumeric is "Alphabetic, or general category Nd, Nl or No". Python's unicodedata has the
categories but not the derived property Alphabetic, so Perl, which has it, is asked for both; the two must be of
the same Unicode version, and the categories are checked against Python's. Run it without arguments.
"""

import pathlib
import subprocess
import unicodedata

TARGET = pathlib.Path(__file__).resolve().parent.parent / "include/lancespec/language/impl/unicode_alnum.ipp"

PERL = r"""
use Unicode::UCD;
print Unicode::UCD::UnicodeVersion(), "\n";
for my $c (0 .. 0xD7FF, 0xE000 .. 0x10FFFF) { print "$c\n" if chr($c) =~ /[\p{Alphabetic}\p{N}]/; }
"""


def main():
    lines = subprocess.run(["perl", "-e", PERL], check=True, capture_output=True, text=True).stdout.split("\n")
    version, members = lines[0], {int(line) for line in lines[1:] if line}
    if version != unicodedata.unidata_version:
        raise SystemExit(f"perl has Unicode {version}, python {unicodedata.unidata_version}")
    for c in range(0x110000):
        category = unicodedata.category(chr(c))
        if (category[0] == "L" or category in ("Nd", "Nl", "No")) and c not in members:
            raise SystemExit(f"U+{c:04X} is {category} but not alphanumeric")
    ranges = []
    for c in sorted(members):
        if ranges and ranges[-1][1] == c - 1:
            ranges[-1][1] = c
        else:
            ranges.append([c, c])
    text = [f"{{0x{first:X}, 0x{last:X}}}," for first, last in ranges]
    rows, row = [], "   "
    for item in text:
        if len(row) + 1 + len(item) > 120:
            rows.append(row)
            row = "   "
        row += " " + item
    rows.append(row)
    TARGET.write_text(
        "// Which characters are alphanumeric: Alphabetic, or a number (Nd, Nl, No). Made by cmake/generate_unicode.py.\n"
        "#pragma once\n\n"
        "#include <lancespec/config.hpp>\n\n"
        "#include <array>\n#include <cstdint>\n#include <string_view>\n\n"
        "LANCESPEC_BEGIN_NAMESPACE\nnamespace detail {\n\n"
        f'inline constexpr std::string_view unicode_version = "{version}";\n\n'
        "struct char_range {\n    std::uint32_t first;\n    std::uint32_t last;\n};\n\n"
        "// clang-format off\n"
        f"inline constexpr std::array<char_range, {len(ranges)}> alphanumeric_ranges{{{{\n"
        + "\n".join(rows)
        + "\n}};\n// clang-format on\n\n}  // namespace detail\nLANCESPEC_END_NAMESPACE\n"
    )


if __name__ == "__main__":
    main()
