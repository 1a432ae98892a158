// SPDX-License-Identifier: Apache-2.0
// The bounds that keep every parser's work and memory proportional to what it was asked to do.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>

LANCESPEC_BEGIN_NAMESPACE

/// Bounds on reading. Crossing one is reported as a violation of rule::limit, never a crash.
///
/// The defaults of a program can be changed by passing another object; nothing here is global.
struct limits {
    std::size_t json_bytes = std::size_t{64} << 20;       ///< bytes of one JSON document
    std::size_t json_depth = 64;                          ///< nested arrays and objects
    std::size_t json_elements = 4'000'000;                ///< array elements and object members, all levels together
    std::size_t violations = 100;                         ///< violations reported for one document
    std::size_t path_bytes = 64 * 1024;                   ///< bytes of one field path
    std::size_t where_bytes = std::size_t{1} << 20;       ///< bytes of one WHERE clause
    std::size_t where_depth = 128;                        ///< nested parentheses, NOT, minus, calls, brackets
    std::size_t identifier_segments = 1024;               ///< names in one object identifier
    std::size_t ipc_bytes = std::size_t{1} << 30;         ///< bytes of one Arrow stream or file
    std::size_t ipc_memory = std::size_t{1} << 30;        ///< bytes of the columns made of it, decompressed and decoded
    std::size_t ipc_ratio = 64;                           ///< such bytes made of each byte read, beyond ipc_free_memory
    std::size_t ipc_free_memory = std::size_t{64} << 20;  ///< such bytes that any stream may make, however short
    std::size_t ipc_rows = std::size_t{1} << 24;          ///< rows in it, all batches together
    std::size_t ipc_fields = 10'000;                      ///< fields of its schema, nested ones too
    std::size_t ipc_value_bytes = 1 << 20;                ///< bytes of one value of fixed size: a list of so many items
    std::size_t ipc_depth = 64;                           ///< levels of nested fields
};

LANCESPEC_END_NAMESPACE
