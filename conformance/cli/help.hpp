// SPDX-License-Identifier: Apache-2.0
// The parts of the help that teach by example.
#pragma once

#include <string_view>

namespace lancespec::conformance {

inline constexpr std::string_view main_footer = R"(Examples:
  lancespec check                               check the built-in server; needs nothing
  lancespec serve --demo                        serve the demo data on http://127.0.0.1:2333
  lancespec check http://localhost:2333         check that server, or yours
  lancespec explain backfill_column.accepted    what a check requires, and why
  lancespec path 'stats.`a.b`'                  is that a field path, and what is its canonical form?
  lancespec where 'price > 10 AND name IS NULL' is that a filter, and how is it read?
  lancespec operations                          the operations of the contract
  lancespec validate CreateTableTag request t.json
                                                is that a valid request, and what is wrong with it?
  lancespec COMMAND --help                      more about a command
)";

inline constexpr std::string_view check_footer = R"(Examples:
  lancespec check http://localhost:8080/api --table 'db$t' --column area --view 'db$v'
  LANCESPEC_TOKEN=... lancespec check https://example.org --report console --report junit=results.xml
  lancespec check http://localhost:8080 --only 'backfill_column.*' --verbose
  lancespec check http://localhost:8080 --dry-run          what would be done, without doing it

A token in the environment is not seen by others on this machine, as one on the command line is.
No report shows it: curl lines say $LANCESPEC_TOKEN or $LANCESPEC_API_KEY instead.

Without named objects the suite makes its own, in a namespace of its own, and removes them at the end
and on Ctrl-C. Without --load at most three jobs that are meant to run are started on an object.

Exit status, the first of these that holds:
  2  the command line is wrong, or a report cannot be written
  3  the server could not be reached
  4  the suite itself failed, or a report could not be written after the run
  1  the server does not keep a MUST (with --strict: or a SHOULD)
  6  a check that is known to fail passed
  5  no verdict: nothing was run, --only or --skip left checks out, or what they need could not be set up
  0  the server conforms
)";

inline constexpr std::string_view serve_footer = R"(Examples:
  lancespec serve --demo &
  lancespec serve --demo --token secret         ask for credentials
  lancespec serve --stub                    answer every operation, if only by examples
  lancespec serve --demo --fault backfill_column.accepted

Everything is in memory and gone at the end. Ctrl-C or SIGTERM ends it: requests that are being
answered are finished first, and the exit status is 0.
)";

inline constexpr std::string_view path_footer = R"(Examples:
  lancespec path 'stats.area' 'a.`b.c`'
  lancespec path --cases paths.tsv

Segments are joined by dots; one in backticks may hold a dot, and two backticks in it mean one.
Quote the argument for your shell.

Exit status: 0 when all are field paths, 1 when one is not, 2 when the command line or the file is wrong.
)";

inline constexpr std::string_view where_footer = R"(Examples:
  lancespec where "price * 2 > 10 AND name LIKE 'a%'"
  lancespec where "st.x IS NOT NULL" --table table.json
  lancespec where --table table.json --cases filters.tsv

The table is {"schema": {"i": "int32", "st": {"x": "int32"}, "l": "list<utf8>"}, "rows": [{"i": 1}, {}]}.
A missing key is null. 64-bit integers, NaN, Infinity and -0.0 may be strings; binary is hexadecimal.
Quote the filter for your shell. One that begins with - may need -- before it: lancespec where -- -x

Exit status: 0 when it is a filter (with --cases: always), 1 when it is not or fails at a row,
2 when the command line or a file is wrong.
)";

inline constexpr std::string_view operations_footer = R"(Examples:
  lancespec operations
  lancespec operations --format json | jq '.operations[] | select(.effect == "submit") | .id'

JSON has the fields of every request and response too.
)";

inline constexpr std::string_view validate_footer = R"(Examples:
  lancespec validate AlterTableBackfillColumns request body.json
  curl -s URL/v1/table/t/describe -d '{}' | lancespec validate DescribeTable response --strict

Every violation is printed, one a line: the place (a JSON pointer), the rule, and what is wrong. Without --strict null
is as good as absent and unknown members are passed over, as a server reads requests.

Exit status: 0 when nothing is wrong, 1 when something is, 2 when the command line or the file is wrong.
)";

inline constexpr std::string_view openapi_footer = R"(Examples:
  lancespec openapi --yaml > contract.yaml
  lancespec openapi --spec 0.9.0

The document is OpenAPI 3.1, made from the tables that everything else here reads.
)";

inline constexpr std::string_view diff_footer = R"(Examples:
  lancespec diff rest.yaml --spec 0.11.1
  lancespec openapi --spec 0.9.0 | lancespec diff - --spec 0.13.0

Compares operations, routes, tags, parameters, bodies, statuses, schemas, members and their constraints. Null may be
allowed in any spelling; descriptions and examples are not compared.

Exit status: 0 when there is no difference, 1 when there is one, 2 when the command line or the document is wrong.
)";

}  // namespace lancespec::conformance
