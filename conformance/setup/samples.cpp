// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/samples.hpp"

#include <algorithm>
#include <stdexcept>

namespace lancespec::conformance {
namespace {

constexpr step tagged[] = {{"CreateTableTag", R"({"tag": "t$N", "version": 1})"}};
constexpr step branched[] = {{"CreateTableBranch", R"({"name": "b$N"})"}};
constexpr step indexed[] = {{"CreateTableScalarIndex", R"({"column": "id", "index_type": "BTREE", "name": "i$N"})"}};
constexpr step inserted[] = {{"InsertIntoTable", "{}"}};

constexpr std::string_view query = R"({"k": 2, "filter": "id > 1", "vector": {"single_vector": []}})";
constexpr std::string_view query_without_vector = R"({"k": 2, "filter": "id > 1"})";

constexpr sample all[] = {
    {"CreateNamespace", place::new_namespace},
    {"ListNamespaces", place::run_namespace},
    {"DescribeNamespace", place::run_namespace},
    {"DropNamespace", place::own_namespace, "{}", {}, true},
    {"NamespaceExists", place::run_namespace},

    {"ListTables", place::run_namespace},
    {"ListAllTables", place::nothing},
    {"CreateTable", place::new_table},
    {"RegisterTable", place::new_table, R"({"location": "$LOCATION"})", {}, false, {}, true},
    {"DeclareTable", place::new_table},
    {"TableExists", place::shared_name},
    {"DropTable", place::own_name, "{}", {}, true},
    {"DeregisterTable", place::own_name, "{}", {}, true},
    {"RenameTable", place::own_table, R"({"new_table_name": "drenamed$N"})", {}, true},

    {"DescribeTable", place::shared_name},
    {"UpdateTableSchemaMetadata", place::own_table, R"({"metadata": {"lancespec": "$N"}})"},
    {"GetTableStats", place::shared_table},

    {"ListTableVersions", place::shared_table},
    {"CreateTableVersion",
     place::own_table,
     R"({"version": 2, "manifest_path": "$MANIFEST", "naming_scheme": "V2"})",
     {},
     false,
     {},
     true},
    {"DescribeTableVersion", place::shared_table, R"({"version": 1})"},
    {"BatchDeleteTableVersions", place::own_table, R"({"ranges": [{"start_version": 1, "end_version": 2}]})", inserted},
    {"RestoreTable", place::own_table, R"({"version": 1})", inserted},

    {"BatchCreateTableVersions",
     place::own_table,
     R"({"entries": [{"id": "$TABLE", "version": 2, "manifest_path": "$MANIFEST"}]})",
     {},
     false,
     {},
     true},
    {"BatchCommitTables",
     place::new_table,
     R"({"operations": [{"declare_table": {"id": "$TABLE"}}]})",
     {},
     false,
     {},
     true},

    {"AlterTableAddColumns", place::own_table, R"({"new_columns": [{"name": "c$N", "expression": "id * 2"}]})"},
    {"AlterTableAlterColumns", place::own_table, R"({"alterations": [{"path": "x", "rename": "y$N"}]})", {}, true},
    {"AlterTableDropColumns", place::own_table, R"({"columns": ["x"]})", {}, true},
    {"UpdateFieldMetadata", place::own_table, R"({"updates": [{"path": "x", "metadata": {"lancespec": "$N"}}]})"},

    {"InsertIntoTable", place::own_table},
    {"MergeInsertIntoTable", place::own_table, R"({"on": ["id"], "when_not_matched_insert_all": true})"},
    {"UpdateTable", place::own_table, R"({"updates": [["x", "$N"]], "predicate": "id = 1"})"},
    {"DeleteFromTable", place::own_table, R"({"predicate": "id = 6"})"},
    {"CountTableRows", place::shared_table, R"({"predicate": "id > 1"})"},

    {"QueryTable", place::shared_table, query, {}, false, query_without_vector},
    {"ExplainTableQueryPlan",
     place::shared_table,
     R"({"query": {"k": 2, "filter": "id > 1", "vector": {"single_vector": []}}})",
     {},
     false,
     R"({"query": {"k": 2, "filter": "id > 1"}})"},
    {"AnalyzeTableQueryPlan", place::shared_table, query, {}, false, query_without_vector},

    {"CreateTableIndex", place::own_table, R"({"column": "id", "index_type": "BTREE", "name": "i$N"})"},
    {"CreateTableScalarIndex", place::own_table, R"({"column": "id", "index_type": "BTREE", "name": "i$N"})"},
    {"ListTableIndices", place::shared_table},
    {"DescribeTableIndexStats", place::own_table, R"({"index_name": "i$N"})", indexed},
    {"DropTableIndex", place::own_table, R"({"index_name": "i$N"})", indexed, true},

    {"ListTableTags", place::shared_table},
    {"GetTableTagVersion", place::own_table, R"({"tag": "t$N"})", tagged},
    {"CreateTableTag", place::own_table, R"({"tag": "t$N", "version": 1})"},
    {"UpdateTableTag", place::own_table, R"({"tag": "t$N", "version": 1})", tagged},
    {"DeleteTableTag", place::own_table, R"({"tag": "t$N"})", tagged, true},

    {"ListTableBranches", place::shared_table},
    {"CreateTableBranch", place::own_table, R"({"name": "b$N"})"},
    {"DeleteTableBranch", place::own_table, R"({"name": "b$N"})", branched, true},

    {"CreateMaterializedView", place::new_view,
     R"({"kind": "query", "with_no_data": true, "auto_refresh": false, "output_schema": "$VIEW_SCHEMA",)"
     R"( "source_query": "{\"base\":{\"columns\":[\"id\"]},\"source_table\":\"$SOURCE\",\"source_db_uri\":null}"})"},

    {"DescribeTransaction", place::transaction, "{}", {}, false, {}, true},
    {"AlterTransaction",
     place::transaction,
     R"({"actions": [{"setStatusAction": {"status": "Succeeded"}}]})",
     {},
     false,
     {},
     true},
};

}  // namespace

sample const& sample_of(std::string_view operation) {
    auto const* const found = std::ranges::find(all, operation, &sample::operation);
    if (found == std::end(all)) throw std::logic_error("no sample of the operation");
    return *found;
}

}  // namespace lancespec::conformance
