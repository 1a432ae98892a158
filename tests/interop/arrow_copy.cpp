// SPDX-License-Identifier: Apache-2.0
// Reads an Arrow stream or file from standard input and writes it to standard output: `arrow_copy stream|file`.
#include <lancespec/columnar/ipc.hpp>

#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
    std::string const bytes{std::istreambuf_iterator<char>(std::cin), {}};
    auto const read = lancespec::columnar::read_ipc(bytes);
    if (!read) {
        std::cerr << to_string(read.error()) << '\n';
        return 1;
    }
    bool const as_file = argc > 1 && std::string(argv[1]) == "file";
    auto const written = as_file ? lancespec::columnar::write_ipc_file(*read->fields, read->batches)
                                 : lancespec::columnar::write_ipc_stream(*read->fields, read->batches);
    if (!written) {
        std::cerr << to_string(written.error()) << '\n';
        return 1;
    }
    std::cout << *written;
    return 0;
}
