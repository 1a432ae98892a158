#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes unicode_alnum.ipp, which characters are alphanumeric, unicode_case.ipp, the cases of characters, and
unicode_cased.ipp, which characters have a case, of include/lancespec/language/impl.

Rust's char::is_alphanumeric is "Alphabetic, or general category Nd, Nl or No". Python's unicodedata has the
categories but not the derived property Alphabetic, so Perl, which has it, is asked for both; the two must be of
the same Unicode version, and the categories are checked against Python's. Simple case folding comes from Perl, the
full mappings to lower and upper case from Python. Run it without arguments.
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


CASE_TARGET = TARGET.with_name("unicode_case.ipp")
CASED_TARGET = TARGET.with_name("unicode_cased.ipp")

FOLD_PERL = r"""
use Unicode::UCD;
for my $c (0 .. 0xD7FF, 0xE000 .. 0x1FFFF) {
    my $fold = Unicode::UCD::casefold($c) or next;
    print "$c $1\n" if $fold->{simple} =~ /^([0-9A-F]+)$/;
}
"""


def ranges_of(mapping):
    """(first, last, step, difference) for runs of characters, one or two apart, that are mapped alike."""
    out = []
    for c in sorted(mapping):
        delta = mapping[c] - c
        if out and out[-1][3] == delta:
            first, last, step, _ = out[-1]
            gap = c - last
            if gap in (1, 2) and (step == gap or first == last):
                out[-1] = (first, c, gap, delta)
                continue
        out.append((c, c, 1, delta))
    return out


def table(name, rows):
    text, line = "", "   "
    for row in rows:
        item = "{" + ", ".join(row) + "},"
        if len(line) + 1 + len(item) > 120:
            text += line + "\n"
            line = "   "
        line += " " + item
    return text + line + "\n}};\n\n"


def write_cases(version):
    folds = {}
    for line in subprocess.run(["perl", "-e", FOLD_PERL], check=True, capture_output=True, text=True).stdout.split("\n"):
        if line:
            c, to = line.split()
            if int(to, 16) != int(c):
                folds[int(c)] = int(to, 16)
    simple = {"fold": folds, "lower": {}, "upper": {}}
    special = {"lower": {}, "upper": {}}
    for c in (*range(0xD800), *range(0xE000, 0x110000)):
        for name, mapped in (("lower", chr(c).lower()), ("upper", chr(c).upper())):
            if len(mapped) > 1:
                special[name][c] = mapped
            elif ord(mapped) != c:
                simple[name][c] = ord(mapped)
    out = (
        "// The cases of characters: simple folding, and the mappings to lower and upper case. Made by\n"
        "// tools/generate_unicode.py.\n#pragma once\n\n#include <lancespec/config.hpp>\n\n"
        "#include <array>\n#include <cstdint>\n#include <string_view>\n\n"
        "LANCESPEC_BEGIN_NAMESPACE\nnamespace detail {\n\n"
        f'inline constexpr std::string_view unicode_case_version = "{version}";\n\n'
        "/// Characters from `first` to `last`, `step` apart, that become themselves plus `difference`.\n"
        "struct case_range {\n    std::uint32_t first;\n    std::uint32_t last;\n    std::uint32_t step;\n"
        "    std::int32_t difference;\n};\n\n"
        "/// A character that becomes several, in UTF-8.\n"
        "struct case_text {\n    std::uint32_t from;\n    std::string_view to;\n};\n\n// clang-format off\n"
    )
    for name, mapping in simple.items():
        rows = [(f"0x{a:X}", f"0x{b:X}", str(step), str(delta)) for a, b, step, delta in ranges_of(mapping)]
        out += f"inline constexpr std::array<case_range, {len(rows)}> {name}_ranges{{{{\n" + table(name, rows)
    for name, mapping in special.items():
        rows = []
        for c, text in sorted(mapping.items()):
            hexed = "".join(f"\\x{b:02X}" for b in text.encode())
            rows.append((f"0x{c:X}", f'"{hexed}"'))
        out += f"inline constexpr std::array<case_text, {len(rows)}> {name}_texts{{{{\n" + table(name, rows)
    CASE_TARGET.write_text(out + "// clang-format on\n\n}  // namespace detail\nLANCESPEC_END_NAMESPACE\n")


def runs_of(members):
    out = []
    for c in sorted(members):
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def write_cased(version):
    """Python's lower() ends a word in a final sigma by the properties Cased and Case_Ignorable, which it tells so."""
    ignorable, cased = set(), set()
    for c in (*range(0xD800), *range(0xE000, 0x110000)):
        behind_letter = ("a" + chr(c) + "\u03A3").lower().endswith("\u03C2")
        behind_digit = ("1" + chr(c) + "\u03A3").lower().endswith("\u03C2")
        if behind_letter and not behind_digit:
            ignorable.add(c)
        elif behind_digit:
            cased.add(c)
    out = (
        "// Which characters have a case, and which are passed over in looking for one that has. Made by\n"
        "// tools/generate_unicode.py.\n#pragma once\n\n#include <lancespec/language/impl/unicode_alnum.ipp>\n\n"
        "LANCESPEC_BEGIN_NAMESPACE\nnamespace detail {\n\n"
        f'inline constexpr std::string_view unicode_cased_version = "{version}";\n\n// clang-format off\n'
    )
    for name, members in (("cased", cased), ("case_ignorable", ignorable)):
        rows = [(f"0x{a:X}", f"0x{b:X}") for a, b in runs_of(members)]
        out += f"inline constexpr std::array<char_range, {len(rows)}> {name}_ranges{{{{\n" + table(name, rows)
    CASED_TARGET.write_text(out + "// clang-format on\n\n}  // namespace detail\nLANCESPEC_END_NAMESPACE\n")


def main():
    lines = subprocess.run(["perl", "-e", PERL], check=True, capture_output=True, text=True).stdout.split("\n")
    version, members = lines[0], {int(line) for line in lines[1:] if line}
    if version != unicodedata.unidata_version:
        raise SystemExit(f"perl has Unicode {version}, python {unicodedata.unidata_version}")
    for c in range(0x110000):
        category = unicodedata.category(chr(c))
        if (category[0] == "L" or category in ("Nd", "Nl", "No")) and c not in members:
            raise SystemExit(f"U+{c:04X} is {category} but not alphanumeric")
    ranges = runs_of(members)
    text = [f"{{0x{first:X}, 0x{last:X}}}," for first, last in ranges]
    rows, row = [], "   "
    for item in text:
        if len(row) + 1 + len(item) > 120:
            rows.append(row)
            row = "   "
        row += " " + item
    rows.append(row)
    TARGET.write_text(
        "// Which characters are alphanumeric: Alphabetic, or a number (Nd, Nl, No). Made by tools/generate_unicode.py.\n"
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
    write_cases(version)
    write_cased(version)


if __name__ == "__main__":
    main()
