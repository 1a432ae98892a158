// SPDX-License-Identifier: Apache-2.0
// Decoding and validating against boost::json::parse of the same bytes (default allocator), and against valijson with
// the schemas of our OpenAPI document: small, middling and large documents in one run.
//
// `of_parse` is our time over the parser's. `valijson` is how many times as long valijson takes to check the document
// once it is parsed, `with_parse` the same with the parsing. Where languages is 1, field paths and WHERE clauses are
// parsed too, which no schema does.
#include "bench/documents.hpp"
#include "bench/side_by_side.hpp"

#include <lancespec/lancespec.hpp>

#include <benchmark/benchmark.h>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <stdexcept>

namespace {

namespace json = boost::json;

/// The schema called @p name, and all that it refers to.
class schema {
public:
    explicit schema(std::string_view name) {
        auto document = lancespec::contract::openapi();
        document["$ref"] = "#/components/schemas/" + std::string(name);
        // Through text, because the adapter knows no unsigned numbers.
        auto const whole = json::parse(json::serialize(document));
        valijson::adapters::BoostJsonAdapter const adapter(whole);
        valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(adapter, schema_);
    }
    [[nodiscard]] bool accepts(json::value const& document) {
        return validator_.validate(schema_, valijson::adapters::BoostJsonAdapter(document), nullptr);
    }

private:
    valijson::Schema schema_;
    valijson::Validator validator_{valijson::Validator::kStrongTypes};
};

json::value parse(std::string_view text) {
    return json::parse(json::string_view(text.data(), text.size()));
}

/// Three in turn, and the medians; how many calls a turn depends on the size.
template <class T>
void compare(benchmark::State& state, std::string const& text, std::string_view name) {
    lancespec::contract::decode_options how;
    how.languages = state.range(0) != 0;
    schema checked(name);
    auto const parsed = parse(text);
    if (!lancespec::contract::decode<T>(text, how) || !checked.accepts(parsed))
        throw std::logic_error("the document is valid, but not everyone says so");
    auto const times = static_cast<int>(4 + 40'000 / text.size());
    std::vector<double> ours;
    std::vector<double> parser;
    std::vector<double> validator;
    for (auto _ : state) {
        ours.push_back(
            bench::nanoseconds([&] { benchmark::DoNotOptimize(lancespec::contract::decode<T>(text, how)); }, times));
        parser.push_back(bench::nanoseconds([&] { benchmark::DoNotOptimize(parse(text)); }, times));
        validator.push_back(bench::nanoseconds([&] { benchmark::DoNotOptimize(checked.accepts(parsed)); }, 1));
    }
    auto const a = bench::median(ours);
    auto const b = bench::median(parser);
    auto const c = bench::median(validator);
    state.counters["bytes"] = static_cast<double>(text.size());
    state.counters["ours_us"] = a / 1e3;
    state.counters["parse_us"] = b / 1e3;
    state.counters["of_parse"] = a / b;
    state.counters["valijson"] = c / a;
    state.counters["with_parse"] = (b + c) / a;
}

namespace model = lancespec::model;

void backfill_small(benchmark::State& state) {
    compare<model::alter_table_backfill_columns_request>(state, bench::backfill(), "AlterTableBackfillColumnsRequest");
}
void create_index_middling(benchmark::State& state) {
    compare<model::create_table_index_request>(state, bench::create_index(), "CreateTableIndexRequest");
}
void vector_1536_short_text(benchmark::State& state) {
    compare<model::query_table_request>(state, bench::vector_query(4), "QueryTableRequest");
}
void vector_1536_17_digits(benchmark::State& state) {
    compare<model::query_table_request>(state, bench::vector_query(17), "QueryTableRequest");
}
void add_columns_200(benchmark::State& state) {
    compare<model::alter_table_add_columns_request>(state, bench::add_columns(200), "AlterTableAddColumnsRequest");
}

void each(benchmark::internal::Benchmark* one) {
    one->ArgName("languages")->Arg(0)->Arg(1)->Iterations(300)->Unit(benchmark::kMillisecond);
}
BENCHMARK(backfill_small)->Apply(each);
BENCHMARK(create_index_middling)->Apply(each);
BENCHMARK(vector_1536_short_text)->Apply(each);
BENCHMARK(vector_1536_17_digits)->Apply(each);
BENCHMARK(add_columns_200)->Apply(each);

}  // namespace
