// SPDX-License-Identifier: Apache-2.0
// Arrow IPC: schemas and batches from the bytes of a stream or a file, and back.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/core/limits.hpp>
#include <lancespec/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

/// Why bytes are not read, or columns not written.
enum class ipc_errc : std::uint8_t {
    malformed,    ///< against the format: lengths, offsets or metadata that cannot be
    truncated,    ///< ends in the middle of something
    limit,        ///< more than `limits` allows
    unsupported,  ///< right, but beyond what the library's columns can hold
};

/// The stable, lower-case name of @p code.
LANCESPEC_DECL std::string_view name(ipc_errc code) noexcept;

/// What is wrong, and where.
struct ipc_error {
    ipc_errc code = ipc_errc::malformed;
    std::size_t offset = 0;  ///< the byte at which the message (or footer) begins
    std::string place;       ///< `schema, field a.b`, `record batch 2, column a.item, offsets`
    std::string message;     ///< one sentence for a person, naming the rule

    friend bool operator==(ipc_error const&, ipc_error const&) = default;
};

/// `at byte 512: record batch 2, column a, offsets: offset 3 is smaller than the one before it`.
LANCESPEC_DECL std::string to_string(ipc_error const& error);

/// Called by Boost.System when value() is asked of a result that holds an ipc_error.
[[noreturn]] inline void throw_exception_from_error(ipc_error const& error, boost::source_location const&) {
    throw error_exception(to_string(error));
}

/// What a stream or a file holds.
using ipc_contents = record_batches;

/// @name Reading
///
/// Columns come out as array.hpp describes them: offsets begin at zero, nothing is longer than its rows. The columns of
/// batches share the values of their dictionaries, and a row that asks for a null among them is null; decode()
/// (scalar.hpp) gives the values without. The types are those of data_type.hpp; any other is an error that
/// names the field and the type. LZ4 and Zstandard buffers are decompressed. Metadata of the schema and of fields is
/// kept, that of messages and footers ignored.
///
/// The bytes may be anything. Each length, offset and count is checked before it is used; strings must be UTF-8,
/// decimals keep to their precision. Linear in the bytes read plus those made of them. Few bytes can stand for many
/// where buffers are compressed: what is made is at most `limits::ipc_memory`, and at most `ipc_free_memory` plus
/// `ipc_ratio` times the bytes read. Throws std::bad_alloc only.
///@{

/// The streaming format: with the 0xFFFFFFFF marks or, as before 0.15, without; an end mark may be missing.
/// No bytes at all are an error; a schema without batches is none.
[[nodiscard]] LANCESPEC_DECL result<ipc_contents, ipc_error> read_ipc_stream(std::string_view bytes,
                                                                             limits const& bounds = {});

/// The file format, by its footer.
[[nodiscard]] LANCESPEC_DECL result<ipc_contents, ipc_error> read_ipc_file(std::string_view bytes,
                                                                           limits const& bounds = {});

/// Whichever of the two @p bytes are: a file begins with `ARROW1`.
[[nodiscard]] LANCESPEC_DECL result<ipc_contents, ipc_error> read_ipc(std::string_view bytes,
                                                                      limits const& bounds = {});
///@}

/// @name Writing
///
/// Uncompressed, metadata version 5, buffers aligned to 8 bytes; with an end mark. Each batch must have the columns of
/// @p fields, in order, and they must be valid (validate.hpp): one that has not is an error that names it. A stream has
/// the values of a dictionary before each batch that has others than the one before it. A file has them once, of all
/// batches together, and it is an error when those are too many for the indices. Linear in the bytes written.
///@{
[[nodiscard]] LANCESPEC_DECL result<std::string, ipc_error> write_ipc_stream(schema const& fields,
                                                                             std::span<record_batch const> batches);
[[nodiscard]] LANCESPEC_DECL result<std::string, ipc_error> write_ipc_file(schema const& fields,
                                                                           std::span<record_batch const> batches);
///@}

}  // namespace columnar
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/columnar/impl/ipc_read.ipp>
#include <lancespec/columnar/impl/ipc_write.ipp>
#endif
