// Closed vocabularies of requests and responses. Unless said otherwise they are read in any case, in PascalCase and in
// snake_case, and written in PascalCase.
#pragma once

#include <lancespec/config.hpp>

#include <cstdint>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// What a create does when the object is there.
enum class create_mode : std::uint8_t {
    create,     ///< fail
    exist_ok,   ///< keep it and succeed
    overwrite,  ///< drop it and make a new one
};

/// What a drop does when the namespace is not there.
enum class drop_mode : std::uint8_t {
    fail,  ///< the default
    skip,
};

/// What a drop does when the namespace holds something.
enum class drop_behavior : std::uint8_t {
    restrict_,  ///< fail; the default
    cascade,    ///< drop all of it first
};

/// What an insert does with the rows that are there.
enum class insert_mode : std::uint8_t {
    append,  ///< keep them; the default
    overwrite,
};

/// What makes the rows of a materialized view. Written exactly so.
enum class materialized_view_kind : std::uint8_t {
    query,    ///< a query alone: a row for a row
    udtf,     ///< a table function over all rows: any number of rows, always made anew
    chunker,  ///< a function of one row: any number of rows for each, made as rows come
};

/// The kinds that call a function. Written exactly so.
enum class udtf_kind : std::uint8_t {
    udtf,
    chunker,
};

}  // namespace model
LANCESPEC_END_NAMESPACE
