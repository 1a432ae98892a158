// Bodies of executor/catalog.hpp.
#pragma once

#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/impl/backfill.ipp>
#include <lancespec/executor/impl/make_table.ipp>
#include <lancespec/executor/impl/refresh.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

inline std::int64_t system_millis() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

inline std::uint64_t system_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) ^ device();
}

}  // namespace detail

struct catalog::state {
    explicit state(catalog_options const& options)
        : pool(options.workers, options.inline_jobs, options.seed ? *options.seed : detail::system_seed(),
               options.clock ? options.clock : &detail::system_millis) {}

    detail::store objects;
    detail::functions known;
    detail::job_pool pool;  ///< last: its workers end before what they work on
};

LANCESPEC_DECL catalog::catalog(catalog_options options) : state_(std::make_unique<state>(options)) {}
LANCESPEC_DECL catalog::~catalog() = default;

LANCESPEC_DECL result<model::alter_table_backfill_columns_response, namespace_error> catalog::execute(
    model::alter_table_backfill_columns_request const& request) {
    auto planned = detail::plan_backfill(state_->objects, state_->known, request);
    if (!planned) return planned.error();
    model::alter_table_backfill_columns_response response;
    response.job_id = state_->pool.submit(std::move(planned->shown), std::move(planned->plan));
    return response;
}

LANCESPEC_DECL result<model::refresh_materialized_view_response, namespace_error> catalog::execute(
    model::refresh_materialized_view_request const& request) {
    auto planned = detail::plan_refresh(state_->objects, state_->known, request);
    if (!planned) return planned.error();
    model::refresh_materialized_view_response response;
    response.job_id = state_->pool.submit(std::move(planned->shown), std::move(planned->plan));
    return response;
}

LANCESPEC_DECL result<void, namespace_error> catalog::create_namespace(object_identifier const& id) {
    return state_->objects.add_namespace(id);
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::create_table(
    object_identifier const& id, columnar::schema fields, std::vector<columnar::record_batch> fragments) {
    if (auto bad = detail::check_fields(fields.fields, true)) return *bad;
    auto made = std::make_shared<detail::table>();
    made->id = id;
    auto first = std::make_shared<detail::table_version>();
    auto parts = detail::make_fragments(fields, fragments, *made);
    if (!parts) return parts.error();
    first->fragments = std::move(*parts);
    first->fields = std::make_shared<columnar::schema const>(std::move(fields));
    first->computed = std::make_shared<detail::bindings const>();
    made->branches.emplace(std::string(detail::main_branch), detail::versions{{first->number, first}});
    return state_->objects.add_table(std::move(made));
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::insert(object_identifier const& id,
                                                                     std::vector<columnar::record_batch> fragments) {
    return state_->objects.update(
        id, std::nullopt, [&](detail::table_version& next, detail::table& counters) -> result<bool, namespace_error> {
            auto parts = detail::make_fragments(*next.fields, fragments, counters);
            if (!parts) return parts.error();
            next.fragments.insert(next.fragments.end(), parts->begin(), parts->end());
            return true;
        });
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::delete_rows(object_identifier const& id,
                                                                          std::string_view predicate) {
    return state_->objects.update(
        id, std::nullopt, [&](detail::table_version& next, detail::table& counters) -> result<bool, namespace_error> {
            auto const filter = detail::bind_clause(predicate, *next.fields, "the predicate");
            if (!filter) return filter.error();
            std::vector<detail::fragment_ptr> kept;
            for (auto const& part : next.fragments) {
                auto const gone = where::select_rows(*filter, detail::to_batch(next, *part));
                if (!gone)
                    return detail::fail(error_code::invalid_input, "the predicate failed: " + gone.error().message);
                if (gone->empty()) {
                    kept.push_back(part);
                    continue;
                }
                std::vector<std::int64_t> rows;
                auto next_gone = gone->begin();
                for (std::int64_t row = 0; row < part->rows; ++row) {
                    if (next_gone != gone->end() && *next_gone == row)
                        ++next_gone;
                    else
                        rows.push_back(row);
                }
                if (!rows.empty()) kept.push_back(detail::with_rows(*part, rows, counters.next_fragment++));
            }
            next.fragments = std::move(kept);
            return true;
        });
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::add_computed_column(object_identifier const& id,
                                                                                  std::string_view path,
                                                                                  std::string_view expression) {
    auto const parsed = field_path::parse(path);
    if (!parsed)
        return detail::fail(error_code::invalid_input,
                            std::string("not a field path: ") + std::string(message(parsed.error().code)));
    auto const tree = where::parse(expression);
    if (!tree) {
        auto const error = tree.error();
        return detail::fail(error_code::invalid_input, "the expression does not parse: " + error.message,
                            where::render(error, expression));
    }
    return state_->objects.update(
        id, std::nullopt, [&](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            auto const bound = where::bind_value(*tree, *next.fields);
            if (!bound)
                return detail::fail(error_code::invalid_input,
                                    "the expression does not fit the table: " + bound.error().message);
            return detail::add_column(next, *parsed, bound->type(), {}, {std::string(expression), {}, {}});
        });
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::add_virtual_column(object_identifier const& id,
                                                                                 virtual_column definition) {
    if (!state_->known.rows.find(definition.function))
        return detail::fail(error_code::invalid_input,
                            "no function is registered as " + to_valid_utf8(definition.function));
    return state_->objects.update(
        id, std::nullopt, [&](detail::table_version& next, detail::table&) -> result<bool, namespace_error> {
            for (auto const& input : definition.input_columns) {
                auto const found = detail::find_column(input, *next.fields, id.display());
                if (!found) return found.error();
                if (!detail::is_struct_path(*next.fields, found->indices))
                    return detail::inside_a_list(found->canonical);
            }
            return detail::add_column(next, field_path{{definition.output.name}}, definition.output.type,
                                      definition.output.metadata, {{}, definition.function, definition.input_columns});
        });
}

LANCESPEC_DECL result<void, namespace_error> catalog::create_branch(object_identifier const& id, std::string_view name,
                                                                    std::optional<std::int64_t> from_version) {
    return state_->objects.add_branch(id, name, from_version);
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::create_materialized_view(object_identifier const& id,
                                                                                       view_definition definition) {
    if (definition.kind == view_kind::query && !definition.function.empty())
        return detail::fail(error_code::invalid_input, "a query view has no function");
    if (definition.kind != view_kind::query && definition.function.empty())
        return detail::fail(error_code::invalid_input, "a udtf or chunker view needs a function");
    auto first = std::make_shared<detail::table_version>();
    first->computed = std::make_shared<detail::bindings const>();
    // A source query that cannot be run is stored all the same: the specification calls it opaque.
    auto const bound = detail::bind_view(state_->objects, state_->known, id, definition, std::nullopt);
    first->fields = bound ? bound->outputs : std::make_shared<columnar::schema const>();
    auto made = std::make_shared<detail::table>();
    made->id = id;
    made->view = std::move(definition);
    made->branches.emplace(std::string(detail::main_branch), detail::versions{{first->number, first}});
    return state_->objects.add_table(std::move(made));
}

LANCESPEC_DECL void catalog::register_function(std::string name, row_function function) {
    state_->known.rows.add(std::move(name), std::move(function));
}

LANCESPEC_DECL void catalog::register_function(std::string name, table_function function) {
    state_->known.tables.add(std::move(name), std::move(function));
}

LANCESPEC_DECL result<std::vector<columnar::record_batch>, namespace_error> catalog::read(
    object_identifier const& id, std::optional<std::int64_t> version, std::optional<std::string> branch) const {
    auto const found = state_->objects.find(id, branch, version);
    if (!found) return found.error();
    std::vector<columnar::record_batch> out;
    for (auto const& part : (*found)->fragments) out.push_back(detail::to_batch(**found, *part));
    return out;
}

LANCESPEC_DECL result<std::int64_t, namespace_error> catalog::latest_version(object_identifier const& id,
                                                                             std::optional<std::string> branch) const {
    auto const found = state_->objects.find(id, branch);
    if (!found) return found.error();
    return (*found)->number;
}

LANCESPEC_DECL std::optional<job_snapshot> catalog::find_job(std::string_view job_id) const {
    return state_->pool.find(job_id);
}

LANCESPEC_DECL std::optional<job_snapshot> catalog::wait(std::string_view job_id,
                                                         std::chrono::milliseconds limit) const {
    return state_->pool.wait(job_id, limit);
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
