// SPDX-License-Identifier: Apache-2.0
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

/// What registering does when the table is there.
enum class register_mode : std::uint8_t {
    create,     ///< fail; the default
    overwrite,  ///< put the new registration in its place
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

/// How a transaction stands.
enum class transaction_status : std::uint8_t {
    queued,  ///< not started
    running,
    succeeded,
    failed,
    canceled,
};

/// What setting a property does when it is there.
enum class set_property_mode : std::uint8_t {
    overwrite,  ///< the default
    fail,
    skip,  ///< keep it
};

/// What taking a property away does when it is not there.
enum class unset_property_mode : std::uint8_t {
    skip,  ///< nothing; the default
    fail,
};

/// Which of several words must be there.
enum class text_operator : std::uint8_t {
    all,  ///< `And`
    any,  ///< `Or`
};

}  // namespace model
LANCESPEC_END_NAMESPACE
