// Decoding and validating the 18-field backfill request against boost::json::parse of the same bytes with its
// default allocator.
#include "bench/side_by_side.hpp"

#include <lancespec/lancespec.hpp>

#include <benchmark/benchmark.h>
#include <boost/json/parse.hpp>

namespace {

constexpr std::string_view request = R"({"identity":{"api_key":"k-1234567890","auth_token":"eyJhbGciOiJIUzI1NiJ9"},)"
                                     R"("context":{"trace":"4bf92f3577b34da6"},"id":["prod","vision","images"],)"
                                     R"("branch":"experiment","column":"embeddings.clip","where":"id > 100",)"
                                     R"("concurrency":8,"intra_applier_concurrency":2,"min_checkpoint_size":64,)"
                                     R"("max_checkpoint_size":4096,"batch_checkpoint_flush_interval_seconds":12.5,)"
                                     R"("read_version":17,"task_size":10000,"num_frags":32,"checkpoint_size":1024,)"
                                     R"("commit_granularity":64,"cluster":"gpu-a","manifest":"clip-v2"})";

using backfill = lancespec::model::alter_table_backfill_columns_request;

lancespec::contract::decode_options options(bool languages) {
    lancespec::contract::decode_options out;
    out.languages = languages;
    return out;
}

void decode_and_validate(benchmark::State& state) {
    auto const how = options(false);
    for (auto _ : state) benchmark::DoNotOptimize(lancespec::contract::decode<backfill>(request, how));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * request.size()));
}
BENCHMARK(decode_and_validate);

/// The same with the field path and the WHERE clause parsed too.
void decode_and_validate_languages(benchmark::State& state) {
    auto const how = options(true);
    for (auto _ : state) benchmark::DoNotOptimize(lancespec::contract::decode<backfill>(request, how));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * request.size()));
}
BENCHMARK(decode_and_validate_languages);

void boost_json_parse(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(boost::json::parse(boost::json::string_view(request)));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * request.size()));
}
BENCHMARK(boost_json_parse);

void ratio_decode_to_parse(benchmark::State& state) {
    auto const how = options(state.range(0) != 0);
    bench::side_by_side(
        state, [&] { benchmark::DoNotOptimize(lancespec::contract::decode<backfill>(request, how)); },
        [] { benchmark::DoNotOptimize(boost::json::parse(boost::json::string_view(request))); });
}
BENCHMARK(ratio_decode_to_parse)->Arg(0)->Arg(1)->ArgName("languages")->Iterations(2000)->Unit(benchmark::kMicrosecond);

}  // namespace
