// SPDX-License-Identifier: Apache-2.0
// Requests and responses: full-text queries.
#pragma once

#include <lancespec/core/box.hpp>
#include <lancespec/model/common.hpp>
#include <lancespec/model/enums.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

struct fts_query;
struct boost_query;

/// Rows that hold the words.
struct match_query {
    std::optional<double> boost;                 ///< weight of a match
    std::optional<std::string> column;           ///< field path of the column
    std::optional<std::int64_t> fuzziness;       ///< letters that may differ
    std::optional<std::int64_t> max_expansions;  ///< most words tried for one
    std::optional<text_operator> operator_;      ///< whether all words must be there or one
    std::optional<std::int64_t> prefix_length;   ///< letters at the start that may not differ
    std::string terms;                           ///< the words

    friend bool operator==(match_query const&, match_query const&) = default;
};

/// Rows that hold the words one after the other.
struct phrase_query {
    std::optional<std::string> column;  ///< field path of the column
    std::optional<std::int64_t> slop;   ///< words that may stand between
    std::string terms;                  ///< the words

    friend bool operator==(phrase_query const&, phrase_query const&) = default;
};

/// Rows that hold the words in any of several columns.
struct multi_match_query {
    std::vector<match_query> match_queries;  ///< one query per column

    friend bool operator==(multi_match_query const&, multi_match_query const&) = default;
};

/// Rows by several queries.
struct boolean_query {
    std::vector<fts_query> must;      ///< all of these must match
    std::vector<fts_query> must_not;  ///< none of these may match
    std::vector<fts_query> should;    ///< any of these counts for a row

    friend bool operator==(boolean_query const&, boolean_query const&) = default;
};

/// A full-text query: exactly one member is given.
struct fts_query {
    std::optional<match_query> match;              ///< words, in any order
    std::optional<phrase_query> phrase;            ///< words in this order
    std::optional<box<boost_query>> boost;         ///< one query, weakened by another
    std::optional<multi_match_query> multi_match;  ///< words in several columns
    std::optional<boolean_query> boolean;          ///< queries that must, should, must not match

    friend bool operator==(fts_query const&, fts_query const&) = default;
};

/// Rows of one query, those of another ranked lower.
struct boost_query {
    fts_query positive;                    ///< what to find
    fts_query negative;                    ///< what counts against a row
    std::optional<double> negative_boost;  ///< by how much

    friend bool operator==(boost_query const&, boost_query const&) = default;
};

/// Words to find in text.
struct string_fts_query {
    std::optional<std::vector<std::string>>
        columns;        ///< field paths of the columns searched; all indexed ones when absent
    std::string query;  ///< the words

    friend bool operator==(string_fts_query const&, string_fts_query const&) = default;
};

/// A full-text query made of parts.
struct structured_fts_query {
    fts_query query;  ///< the query

    friend bool operator==(structured_fts_query const&, structured_fts_query const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
