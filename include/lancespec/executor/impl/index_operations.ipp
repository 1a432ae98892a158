// SPDX-License-Identifier: Apache-2.0
// Bodies of executor/catalog.hpp: indices as records, and the transactions that making one names.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/executor/impl/column_changes.ipp>
#include <lancespec/executor/impl/ref_operations.ipp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

/// What a kind of index is built over.
enum class index_family : std::uint8_t {
    scalar,
    list,
    text,
    vector
};

struct index_kind {
    std::string_view name;
    index_family family;
};

inline constexpr std::array<index_kind, 14> index_kinds{{
    {"BTREE", index_family::scalar},
    {"BITMAP", index_family::scalar},
    {"ZONEMAP", index_family::scalar},
    {"BLOOMFILTER", index_family::scalar},
    {"LABEL_LIST", index_family::list},
    {"NGRAM", index_family::text},
    {"FTS", index_family::text},
    {"INVERTED", index_family::text},
    {"IVF_FLAT", index_family::vector},
    {"IVF_SQ", index_family::vector},
    {"IVF_PQ", index_family::vector},
    {"IVF_RQ", index_family::vector},
    {"IVF_HNSW_SQ", index_family::vector},
    {"IVF_HNSW_PQ", index_family::vector},
}};

inline index_kind const* find_index_kind(std::string_view name) noexcept {
    auto const at = std::find_if(index_kinds.begin(), index_kinds.end(),
                                 [name](index_kind const& one) { return equal_ignoring_ascii_case(one.name, name); });
    return at == index_kinds.end() ? nullptr : &*at;
}

/// Whether a column of the type can have an index of the family.
inline bool can_index_type(index_family family, columnar::data_type const& stored) {
    using columnar::type_id;
    auto const type = columnar::plain_type(stored);
    auto const is_text = [](type_id id) { return id == type_id::utf8 || id == type_id::large_utf8; };
    bool const is_list = type.id == type_id::list || type.id == type_id::large_list;
    switch (family) {
        case index_family::scalar: return type.id < type_id::struct_ && type.id != type_id::null;
        case index_family::list: return is_list;
        case index_family::text: return is_text(type.id) || (is_list && is_text(type.children.front().type.id));
        default: break;
    }
    if (type.id != type_id::fixed_size_list) return false;
    auto const item = type.children.front().type.id;
    return item == type_id::float32 || item == type_id::float64 || item == type_id::uint8 || item == type_id::int8;
}

/// A number as the id of an index: it looks like a random UUID, and runs repeat.
inline std::string uuid_of(std::uint64_t number) {
    auto mixed = number * 0x9E3779B97F4A7C15ULL;
    mixed ^= mixed >> 31;
    std::array<char, 40> out{};
    std::snprintf(out.data(), out.size(), "%08x-%04x-4%03x-8%03x-%012llx", static_cast<unsigned>(mixed >> 32),
                  static_cast<unsigned>(mixed >> 16 & 0xFFFF), static_cast<unsigned>(mixed & 0xFFF),
                  static_cast<unsigned>(mixed >> 12 & 0xFFF),
                  static_cast<unsigned long long>(number & 0xFFFFFFFFFFFFULL));
    return out.data();
}

/// The rows of a version that are in an index: those of the fragments that it was built over, as long as the column
/// holds what it held then.
inline std::int64_t indexed_rows(table_version const& version, index_record const& index) {
    auto const path = field_path::parse(index.column);
    if (!path) return 0;
    auto const at = resolve(*path, *version.fields);
    if (!at) return 0;
    std::int64_t out = 0;
    for (auto const& part : version.fragments) {
        auto const known = index.covered.find(part->origin);
        if (known != index.covered.end() && known->second == part->contents[at->indices.front()]) out += part->rows;
    }
    return out;
}

inline std::int64_t rows_of(table_version const& version) {
    std::int64_t out = 0;
    for (auto const& part : version.fragments) out += part->rows;
    return out;
}

/// Makes the index that @p request asks for in @p next.
inline std::optional<namespace_error> add_index(table_version& next, model::create_table_index_request const& request,
                                                std::string const& table_name, std::string const& uuid) {
    auto const* kind = find_index_kind(request.index_type);
    if (kind == nullptr) {
        std::string known;
        for (auto const& one : index_kinds) known += (known.empty() ? "" : ", ") + std::string(one.name);
        return fail(error_code::invalid_input,
                    "/index_type: " + quote(request.index_type) + " is none that this server knows: " + known);
    }
    auto const found = find_column(request.column, *next.fields, table_name);
    if (!found) return found.error();
    if (!is_struct_path(*next.fields, found->indices)) return inside_a_list(found->canonical);
    auto const path = found->canonical.to_string();
    if (!can_index_type(kind->family, found->target->type))
        return fail(error_code::invalid_input, "/index_type: column " + quote(path) + " is " +
                                                   quote(columnar::to_string(found->target->type)) +
                                                   ", of which there is no index of type " + std::string(kind->name));
    auto const name = request.name && !request.name->empty() ? *request.name : path + "_idx";
    auto all = next.indices ? std::make_shared<index_records>(*next.indices) : std::make_shared<index_records>();
    if (all->contains(name))
        return fail(error_code::table_index_already_exists,
                    "table " + quote(table_name) + " has an index " + quote(name) + " already");
    auto made = std::make_shared<index_record>();
    made->uuid = uuid;
    made->type = std::string(kind->name);
    made->column = path;
    made->distance_type = request.distance_type;
    if (kind->family == index_family::vector && !made->distance_type) made->distance_type = "l2";
    made->made_at_millis = next.made_at_millis;
    for (auto const& part : next.fragments) made->covered.emplace(part->origin, part->contents[found->indices.front()]);
    all->emplace(name, std::move(made));
    next.indices = std::move(all);
    return std::nullopt;
}

inline namespace_error no_index(object_identifier const& id, std::string const& name) {
    return fail(error_code::table_index_not_found, "table " + quote(id.display()) + " has no index " + quote(name));
}

/// Makes an index, and a transaction that says so; the transaction's id.
inline result<std::string, namespace_error> make_index(store& objects, transactions& known,
                                                       model::create_table_index_request const& request) {
    auto const id = named(request.id);
    if (!id) return id.error();
    auto const uuid = uuid_of(new_content());
    auto const made =
        objects.update(*id, request.branch, [&](table_version& next, table&) -> result<bool, namespace_error> {
            if (auto bad = add_index(next, request, id->display(), uuid)) return *bad;
            return true;
        });
    if (!made) return made.error();
    return known.add({{"operation", "CreateTableIndex"}, {"table", id->display()}});
}

inline model::index_content shown_index(table_version const& version, std::string const& name, index_record const& of) {
    model::index_content out;
    out.index_name = name;
    out.index_uuid = of.uuid;
    out.columns = {of.column};
    out.status = "done";
    out.index_type = of.type;
    out.num_indexed_rows = indexed_rows(version, of);
    out.num_unindexed_rows = rows_of(version) - *out.num_indexed_rows;
    out.num_segments = 1;
    return out;
}

}  // namespace detail

LANCESPEC_DECL result<model::create_table_index_response, namespace_error> catalog::execute(
    model::create_table_index_request const& request) {
    auto made = detail::make_index(state_->objects, state_->begun, request);
    if (!made) return made.error();
    model::create_table_index_response response;
    response.transaction_id = std::move(*made);
    return response;
}

LANCESPEC_DECL result<model::create_table_scalar_index_response, namespace_error> catalog::execute(
    model::create_table_scalar_index_request const& request) {
    auto const* kind = detail::find_index_kind(request.index_type);
    if (kind != nullptr && kind->family == detail::index_family::vector)
        return detail::fail(error_code::invalid_input, "/index_type: " + std::string(kind->name) +
                                                           " is no scalar index: CreateTableIndex makes it");
    auto made = detail::make_index(state_->objects, state_->begun, request);
    if (!made) return made.error();
    model::create_table_scalar_index_response response;
    response.transaction_id = std::move(*made);
    return response;
}

LANCESPEC_DECL result<model::list_table_indices_response, namespace_error> catalog::execute(
    model::list_table_indices_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const found = state_->objects.find(*id, request.branch, request.version);
    if (!found) return found.error();
    auto const& version = **found;
    auto const all = version.indices ? *version.indices : detail::index_records{};
    model::list_table_indices_response response;
    auto const show = [&](std::string const& name, std::shared_ptr<detail::index_record const> const& index) {
        response.indexes.push_back(detail::shown_index(version, name, *index));
    };
    if (auto bad = detail::show_page(all, request.page_token, request.limit, response.page_token, show)) return *bad;
    return response;
}

LANCESPEC_DECL result<model::describe_table_index_stats_response, namespace_error> catalog::execute(
    model::describe_table_index_stats_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const found = state_->objects.find(*id, request.branch, request.version);
    if (!found) return found.error();
    auto const& version = **found;
    auto const name = request.index_name.value_or(std::string());
    auto const at = version.indices ? version.indices->find(name) : detail::index_records::const_iterator{};
    if (!version.indices || at == version.indices->end()) return detail::no_index(*id, name);
    auto const shown = detail::shown_index(version, name, *at->second);
    model::describe_table_index_stats_response response;
    response.distance_type = at->second->distance_type;
    response.index_type = shown.index_type;
    response.num_indexed_rows = shown.num_indexed_rows;
    response.num_unindexed_rows = shown.num_unindexed_rows;
    response.num_indices = 1;
    return response;
}

LANCESPEC_DECL result<model::drop_table_index_response, namespace_error> catalog::execute(
    model::drop_table_index_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto const name = request.index_name.value_or(std::string());
    auto const made = state_->objects.update(
        *id, request.branch, [&](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            if (!next.indices || !next.indices->contains(name)) return detail::no_index(*id, name);
            auto left = std::make_shared<detail::index_records>(*next.indices);
            left->erase(name);
            next.indices = std::move(left);
            return true;
        });
    if (!made) return made.error();
    return model::drop_table_index_response{};
}

LANCESPEC_DECL result<model::describe_transaction_response, namespace_error> catalog::execute(
    model::describe_transaction_request const& request) const {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto found = state_->begun.find(*id);
    if (!found) return found.error();
    model::describe_transaction_response response;
    response.status = found->status;
    response.properties = std::move(found->properties);
    return response;
}

LANCESPEC_DECL result<model::alter_transaction_response, namespace_error> catalog::execute(
    model::alter_transaction_request const& request) {
    auto const id = detail::named(request.id);
    if (!id) return id.error();
    auto now = state_->begun.alter(*id, request.actions);
    if (!now) return now.error();
    model::alter_transaction_response response;
    response.status = now->status;
    response.properties = std::move(now->properties);
    return response;
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
