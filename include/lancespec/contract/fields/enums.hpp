// SPDX-License-Identifier: Apache-2.0
// The spellings of the closed vocabularies.
#pragma once

#include <lancespec/core/describe.hpp>
#include <lancespec/model/enums.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

template <>
struct describe<model::create_mode> {
    static constexpr std::string_view name = "";
    static constexpr std::string_view enumerators[] = {"Create", "ExistOk", "Overwrite"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::drop_mode> {
    static constexpr std::string_view name = "";
    static constexpr std::string_view enumerators[] = {"Fail", "Skip"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::drop_behavior> {
    static constexpr std::string_view name = "";
    static constexpr std::string_view enumerators[] = {"Restrict", "Cascade"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::insert_mode> {
    static constexpr std::string_view name = "";
    static constexpr std::string_view enumerators[] = {"Append", "Overwrite"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::register_mode> {
    static constexpr std::string_view name = "";
    static constexpr std::string_view enumerators[] = {"Create", "Overwrite"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::transaction_status> {
    static constexpr std::string_view name = "TransactionStatus";
    static constexpr std::string_view enumerators[] = {"Queued", "Running", "Succeeded", "Failed", "Canceled"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::set_property_mode> {
    static constexpr std::string_view name = "SetPropertyMode";
    static constexpr std::string_view enumerators[] = {"Overwrite", "Fail", "Skip"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::unset_property_mode> {
    static constexpr std::string_view name = "UnsetPropertyMode";
    static constexpr std::string_view enumerators[] = {"Skip", "Fail"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::text_operator> {
    static constexpr std::string_view name = "Operator";
    static constexpr std::string_view enumerators[] = {"And", "Or"};
    static constexpr bool any_case = true;
};

template <>
struct describe<model::materialized_view_kind> {
    static constexpr std::string_view name = "";
    static constexpr std::string_view enumerators[] = {"query", "udtf", "chunker"};
};

template <>
struct describe<model::udtf_kind> {
    static constexpr std::string_view name = "";
    static constexpr std::string_view enumerators[] = {"udtf", "chunker"};
};

}  // namespace reflect
LANCESPEC_END_NAMESPACE
