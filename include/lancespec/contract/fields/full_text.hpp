// SPDX-License-Identifier: Apache-2.0
// Field tables: full-text queries.
#pragma once

#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/enums.hpp>
#include <lancespec/model/full_text.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::match_query> {
    using t = model::match_query;
    static constexpr std::string_view name = "MatchQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::boost>("boost").formatted(number_format::float32).says("weight of a match"),
        field<&t::column>("column")
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the column"),
        field<&t::fuzziness>("fuzziness").formatted(number_format::int32).at_least(0).says("letters that may differ"),
        field<&t::max_expansions>("max_expansions").at_least(0).says("most words tried for one"),
        field<&t::operator_>("operator").says("whether all words must be there or one"),
        field<&t::prefix_length>("prefix_length")
            .formatted(number_format::int32)
            .at_least(0)
            .says("letters at the start that may not differ"),
        field<&t::terms>("terms").required().says("the words"),
    });
};

template <>
struct describe<model::phrase_query> {
    using t = model::phrase_query;
    static constexpr std::string_view name = "PhraseQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::column>("column")
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field path of the column"),
        field<&t::slop>("slop").formatted(number_format::int32).at_least(0).says("words that may stand between"),
        field<&t::terms>("terms").required().says("the words"),
    });
};

template <>
struct describe<model::multi_match_query> {
    using t = model::multi_match_query;
    static constexpr std::string_view name = "MultiMatchQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::match_queries>("match_queries").required().says("one query per column"),
    });
};

template <>
struct describe<model::boolean_query> {
    using t = model::boolean_query;
    static constexpr std::string_view name = "BooleanQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::must>("must").required().says("all of these must match"),
        field<&t::must_not>("must_not").required().says("none of these may match"),
        field<&t::should>("should").required().says("any of these counts for a row"),
    });
};

template <>
struct describe<model::fts_query> {
    using t = model::fts_query;
    static constexpr std::string_view name = "FtsQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::match>("match").says("words, in any order"),
        field<&t::phrase>("phrase").says("words in this order"),
        field<&t::boost>("boost").says("one query, weakened by another"),
        field<&t::multi_match>("multi_match").says("words in several columns"),
        field<&t::boolean>("boolean").says("queries that must, should, must not match"),
    });
    static constexpr choice choices[] = {exactly_one("match", "phrase", "boost", "multi_match", "boolean")};
};

template <>
struct describe<model::boost_query> {
    using t = model::boost_query;
    static constexpr std::string_view name = "BoostQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::positive>("positive").required().says("what to find"),
        field<&t::negative>("negative").required().says("what counts against a row"),
        field<&t::negative_boost>("negative_boost")
            .formatted(number_format::float32)
            .defaults_to("0.5")
            .says("by how much"),
    });
};

template <>
struct describe<model::string_fts_query> {
    using t = model::string_fts_query;
    static constexpr std::string_view name = "StringFtsQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::columns>("columns")
            .at_least_chars(1)
            .in_language(text_rule::field_path)
            .says("field paths of the columns searched; all indexed ones when absent"),
        field<&t::query>("query").required().says("the words"),
    });
};

template <>
struct describe<model::structured_fts_query> {
    using t = model::structured_fts_query;
    static constexpr std::string_view name = "StructuredFtsQuery";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::query>("query").required().says("the query"),
    });
};

#endif

LANCESPEC_TABLE(model::match_query)
LANCESPEC_TABLE(model::phrase_query)
LANCESPEC_TABLE(model::multi_match_query)
LANCESPEC_TABLE(model::boolean_query)
LANCESPEC_TABLE(model::fts_query)
LANCESPEC_TABLE(model::boost_query)
LANCESPEC_TABLE(model::string_fts_query)
LANCESPEC_TABLE(model::structured_fts_query)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
