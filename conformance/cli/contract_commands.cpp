// SPDX-License-Identifier: Apache-2.0
// `operations`, `validate`, `openapi` and `diff`: the contract itself, without a server.
#include "conformance/cli/commands.hpp"
#include "conformance/cli/files.hpp"
#include "conformance/contract/differences.hpp"
#include "conformance/contract/document.hpp"
#include "conformance/report/json.hpp"
#include "conformance/report/operation_list.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/openapi.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/http/mapping.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <ostream>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr int usage = static_cast<int>(exit_status::usage);

contract::operation const* operation_called(std::string_view wanted) {
    for (auto const& op : contract::operations())
        if (equal_ignoring_ascii_case(op.id, wanted)) return &op;
    return nullptr;
}

/// The violations of @p text as one half of @p op.
violations broken_in(contract::operation const& op, bool response, std::string_view text,
                     contract::decode_options const& options) {
    reflect::instance value(response ? op.response() : op.request());
    auto const kind = response ? op.response_body : op.request_body;
    violations out;
    if (kind != contract::body_kind::member) {
        contract::decode_into(value.write(), text, options, out);
        return out;
    }
    auto const member = response ? op.response_member : op.request_member;
    auto reading = options;
    reading.validate = false;
    auto const& field = value.type().fields[value.type().find(member)];
    if (!contract::decode_into(field.access(value.write().value), text, reading, out)) return out;
    contract::validate_as(value.read(), options, out);
    auto const within = '/' + std::string(member);  // pointers are into the body, which is the member alone
    for (auto& v : out)
        if (v.pointer.starts_with(within)) v.pointer.erase(0, within.size());
    return out;
}

bool is_arrow(contract::body_kind kind) {
    return kind == contract::body_kind::arrow_file || kind == contract::body_kind::arrow_stream;
}

}  // namespace

int run_command(operations_command const& command, streams io) {
    switch (command.format) {
        case table_format::text: io.out << operations_text(); break;
        case table_format::markdown: io.out << operations_markdown(); break;
        case table_format::json: io.out << pretty_json(operations_json()) << '\n'; break;
    }
    return 0;
}

int run_command(validate_command const& command, streams io) {
    auto const* op = operation_called(command.operation);
    if (op == nullptr) {
        io.err << fmt::format("lancespec: there is no operation {}; `lancespec operations` lists them\n",
                              printable(command.operation));
        std::vector<std::string> ids;
        for (auto const& one : contract::operations()) ids.emplace_back(one.id);
        for (auto const& id : nearest(command.operation, ids)) io.err << "  did you mean " << id << "?\n";
        return usage;
    }
    if (is_arrow(command.response ? op->response_body : op->request_body)) {
        io.err << fmt::format("lancespec: the body of a {} of {} is Arrow IPC data, not JSON\n",
                              command.response ? "response" : "request", op->id);
        return usage;
    }
    auto const text = read_file(command.file);
    if (!text) {
        io.err << "lancespec: " << printable(text.error()) << '\n';
        return usage;
    }
    auto options = command.strict ? contract::decode_options::strict() : contract::decode_options{};
    options.read.version = command.version;
    auto const broken = broken_in(*op, command.response, *text, options);
    if (command.json) {
        json::array list;
        for (auto const& v : broken) {
            json::object one{{"pointer", v.pointer}, {"rule", name(v.broken)}, {"message", v.message}};
            if (v.offset) one["offset"] = *v.offset;
            list.emplace_back(std::move(one));
        }
        io.out << pretty_json(json::object{{"schema_version", json_schema_version},
                                           {"operation", op->id},
                                           {"half", command.response ? "response" : "request"},
                                           {"spec_version", name(command.version)},
                                           {"violations", std::move(list)}})
               << '\n';
    } else {
        for (auto const& v : broken) io.out << printable(to_string(v)) << '\n';
    }
    return broken.empty() ? 0 : 1;
}

int run_command(openapi_command const& command, streams io) {
    auto const document = contract::openapi(command.version);
    if (command.yaml)
        io.out << to_yaml(document);
    else
        io.out << pretty_json(document) << '\n';
    return 0;
}

int run_command(diff_command const& command, streams io) {
    auto const text = read_file(command.document);
    if (!text) {
        io.err << "lancespec: " << printable(text.error()) << '\n';
        return usage;
    }
    auto const document = parse_document(*text);
    if (!document) {
        io.err << fmt::format("lancespec: {}: {}\n", printable(command.document), printable(document.error()));
        return usage;
    }
    auto const found = differences(command.version, *document);
    if (!found) {
        io.err << fmt::format("lancespec: {}: {}\n", printable(command.document), printable(found.error()));
        return usage;
    }
    if (command.json) {
        json::array list;
        for (auto const& d : *found)
            list.emplace_back(json::object{{"where", d.where},
                                           {"what", d.what},
                                           {"contract", d.contract},
                                           {"document", d.document},
                                           {"text", d.text()}});
        io.out << pretty_json(json::object{{"schema_version", json_schema_version},
                                           {"spec_version", name(command.version)},
                                           {"differences", std::move(list)}})
               << '\n';
    } else {
        for (auto const& d : *found) io.out << printable(d.text()) << '\n';
        io.out << fmt::format("{} difference{} from the contract of {}\n", found->size(), found->size() == 1 ? "" : "s",
                              name(command.version));
    }
    return found->empty() ? 0 : 1;
}

}  // namespace lancespec::conformance
