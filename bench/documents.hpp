// SPDX-License-Identifier: Apache-2.0
// The documents that reading is measured with: a small, two middling and two large ones, as clients write them.
#pragma once

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>

namespace bench {

/// All 18 members.
inline std::string backfill() {
    return R"({"identity":{"api_key":"k-1234567890","auth_token":"eyJhbGciOiJIUzI1NiJ9"},)"
           R"("context":{"trace":"4bf92f3577b34da6"},"id":["prod","vision","images"],)"
           R"("branch":"experiment","column":"embeddings.clip","where":"id > 100",)"
           R"("concurrency":8,"intra_applier_concurrency":2,"min_checkpoint_size":64,)"
           R"("max_checkpoint_size":4096,"batch_checkpoint_flush_interval_seconds":12.5,)"
           R"("read_version":17,"task_size":10000,"num_frags":32,"checkpoint_size":1024,)"
           R"("commit_granularity":64,"cluster":"gpu-a","manifest":"clip-v2"})";
}

/// All 24 members.
inline std::string create_index() {
    return R"({"identity":{"api_key":"k-1234567890","auth_token":"eyJhbGciOiJIUzI1NiJ9"},)"
           R"("context":{"trace":"4bf92f3577b34da6","tenant":"vision-research"},"id":["prod","vision","images"],)"
           R"("branch":"experiment","column":"embeddings.clip.vector","index_type":"IVF_HNSW_SQ",)"
           R"("name":"embeddings_clip_vector_idx","distance_type":"cosine","num_partitions":1024,)"
           R"("num_sub_vectors":96,"num_bits":8,"sample_rate":256,"max_iterations":50,"target_partition_size":8192,)"
           R"("m":20,"ef_construction":300,"with_position":false,"base_tokenizer":"simple","language":"English",)"
           R"("max_token_length":40,"lower_case":true,"stem":true,"remove_stop_words":true,"ascii_folding":true})";
}

/// A query near to a vector of 1,536 numbers with @p digits significant digits.
inline std::string vector_query(int digits) {
    std::string out = R"({"id":["prod","vision","images"],"k":10,"filter":"id > 100","vector":{"single_vector":[)";
    std::mt19937_64 random(7);
    std::normal_distribution<double> component(0, 0.03);
    for (int i = 0; i < 1'536; ++i) {
        char text[40];
        std::snprintf(text, sizeof text, "%s%.*g", i == 0 ? "" : ",", digits, component(random));
        out += text;
    }
    return out + R"(]},"vector_column":"embeddings.clip.vector","version":17,"with_row_id":true})";
}

/// Adds @p count virtual columns, each with a pickled function of 400 characters.
inline std::string add_columns(int count) {
    std::string out = R"({"id":["prod","vision","images"],"new_columns":[)";
    std::mt19937_64 random(11);
    for (int i = 0; i < count; ++i) {
        std::string function;
        for (int k = 0; k < 400; ++k)
            function += "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[random() % 64];
        auto const name = "feature_" + std::to_string(i);
        out += (i == 0 ? R"({"name":")" : R"(,{"name":")") + name +
               R"(","virtual_column":{"input_columns":["image","metadata.width"],"outputs":[{"column":")" + name +
               R"(","struct_field":"value","data_type":{"type":"float32"},"nullable":true}],)"
               R"("image":"registry.example.com/udf:1.4","udf":")" +
               function + R"(","udf_name":")" + name +
               R"(","udf_version":"3","udf_backend":"DockerUDFSpecV1","auto_backfill":false}})";
    }
    return out + "]}";
}

}  // namespace bench
