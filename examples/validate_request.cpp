// SPDX-License-Identifier: Apache-2.0
// Reads the body of a request from a file or standard input, and says what is wrong with it, every violation at its
// place: the exit status is 0 when nothing is.
//
//   echo '{"column": "a..b", "read_version": "seven"}' | validate_request
#include <lancespec/lancespec.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
    using request = lancespec::model::alter_table_backfill_columns_request;

    std::ifstream file;
    if (argc > 1) file.open(argv[1], std::ios::binary);
    std::istream& in = argc > 1 ? file : std::cin;
    std::string const body{std::istreambuf_iterator<char>(in), {}};
    if (!in) {
        std::cerr << "cannot read " << (argc > 1 ? argv[1] : "standard input") << '\n';
        return 2;
    }

    auto const decoded = lancespec::contract::decode<request>(body);
    if (decoded.has_value()) {
        std::cout << "a backfill of " << decoded->column << '\n';
        return 0;
    }
    for (auto const& violation : decoded.error())
        std::cout << (violation.pointer.empty() ? "the body" : violation.pointer) << ": " << violation.message << '\n';
    return 1;
}
