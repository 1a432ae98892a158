// SPDX-License-Identifier: Apache-2.0
// Columns to and from other libraries in the same process, without copying: Arrow's C Data Interface and C Stream
// Interface (arrow.apache.org/docs/format/CDataInterface.html, CStreamInterface.html).
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/limits.hpp>
#include <lancespec/core/result.hpp>

#include <cstdint>
#include <memory>
#include <vector>

// The three structures are Arrow's, and the same in every library: whichever header comes first defines them.
extern "C" {
#if !defined(ARROW_C_DATA_INTERFACE)
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    char const* format;
    char const* name;
    char const* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    struct ArrowSchema** children;
    struct ArrowSchema* dictionary;
    void (*release)(struct ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    void const** buffers;
    struct ArrowArray** children;
    struct ArrowArray* dictionary;
    void (*release)(struct ArrowArray*);
    void* private_data;
};
#endif

#if !defined(ARROW_C_STREAM_INTERFACE)
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
    int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
    char const* (*get_last_error)(struct ArrowArrayStream*);
    void (*release)(struct ArrowArrayStream*);
    void* private_data;
};
#endif
}

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

/// @name Export
///
/// What @p to held before is written over, not released. The consumer calls `release`, once; until then the columns
/// live, and nothing of them is copied. A batch is a struct whose children are its columns. Linear in the fields.
/// Throws error_exception for what validate() refuses, and std::bad_alloc; then @p to is released.
///@{
LANCESPEC_DECL void export_field(field const& from, ArrowSchema& to);
LANCESPEC_DECL void export_schema(schema const& from, ArrowSchema& to);
LANCESPEC_DECL void export_column(array_ptr const& from, ArrowArray& to);
LANCESPEC_DECL void export_batch(record_batch const& from, ArrowArray& to);

/// A stream of batches, which must have the columns of @p from.fields.
LANCESPEC_DECL void export_stream(record_batches from, ArrowArrayStream& to);
///@}

/// @name Import
///
/// Takes @p from over, also when it is refused: it is released, now or with the last column that borrows its buffers.
/// Buffers are borrowed as they are; copied are bitmaps that do not begin at a whole byte, and values at an address
/// that their type does not allow. The types are those of data_type.hpp. Counts, offsets, indices and UTF-8 are checked
/// as validate() does; that a pointer leads to as many bytes as they say is the producer's promise. Linear in the
/// values. An error names the field or column and the rule. Throws std::bad_alloc only.
///@{
[[nodiscard]] LANCESPEC_DECL result<field, layout_error> import_field(ArrowSchema& from, limits const& bounds = {});

/// Of a struct: its fields are those of the schema.
[[nodiscard]] LANCESPEC_DECL result<schema, layout_error> import_schema(ArrowSchema& from, limits const& bounds = {});

[[nodiscard]] LANCESPEC_DECL result<array_ptr, layout_error> import_column(ArrowArray& from, data_type const& type);

/// Of a struct without nulls: its children are the columns of @p fields.
[[nodiscard]] LANCESPEC_DECL result<record_batch, layout_error> import_batch(ArrowArray& from,
                                                                             std::shared_ptr<schema const> fields);

/// Reads a stream to its end. At most limits::ipc_rows rows. An error of the producer is told with its own words.
[[nodiscard]] LANCESPEC_DECL result<record_batches, layout_error> import_stream(ArrowArrayStream& from,
                                                                                limits const& bounds = {});
///@}

}  // namespace columnar
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/columnar/impl/c_data_export.ipp>
#include <lancespec/columnar/impl/c_data_import.ipp>
#endif
