// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/request_draft.hpp"

#include <lancespec/core/identifier.hpp>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>

namespace lancespec::conformance {

request_draft&& request_draft::on(std::vector<std::string> names) && {
    names_ = std::move(names);
    return std::move(*this);
}

request_draft&& request_draft::route_id(std::string text) && {
    route_id_ = std::move(text);
    return std::move(*this);
}

request_draft&& request_draft::delimiter(std::string text) && {
    delimiter_ = std::move(text);
    delimiter_sent_ = true;
    return std::move(*this);
}

request_draft&& request_draft::without_delimiter() && {
    delimiter_ = default_delimiter;
    delimiter_sent_ = false;
    return std::move(*this);
}

request_draft&& request_draft::with(boost::json::object const& members) && {
    for (auto const& member : members) members_[member.key()] = member.value();
    return std::move(*this);
}

request_draft&& request_draft::with_id(std::vector<std::string> const& names) && {
    members_["id"] = boost::json::array(names.begin(), names.end());
    return std::move(*this);
}

request_draft&& request_draft::without(std::string_view member) && {
    members_.erase(member);
    return std::move(*this);
}

request_draft&& request_draft::body(std::string bytes) && {
    bytes_ = std::move(bytes);
    return std::move(*this);
}

request_draft&& request_draft::anonymous() && {
    credentials_ = false;
    return std::move(*this);
}

request_draft&& request_draft::header(std::string name, std::string value) && {
    fields_.set(name, std::move(value));
    return std::move(*this);
}

request_draft&& request_draft::method(std::string name) && {
    method_ = std::move(name);
    how_ = routing::off_route;
    return std::move(*this);
}

request_draft&& request_draft::trailing_slash() && {
    slash_ = true;
    how_ = routing::off_route;
    return std::move(*this);
}

http::request request_draft::build() const {
    http::request out;
    out.method = method_.empty() ? std::string(op_->method) : method_;
    // A name that holds the delimiter has no string form; it is sent as it is, and the server says what it thinks.
    auto const joined = object_identifier(names_).to_string(delimiter_);
    route where;
    where.id = route_id_ ? *route_id_ : joined ? *joined : object_identifier(names_).display();
    if (delimiter_sent_) where.delimiter = delimiter_;
    where.trailing_slash = slash_;
    out.target = target_of(*op_, where);
    out.body = bytes_ ? *bytes_ : boost::json::serialize(members_);
    if (out.method == "GET") out.body.clear();
    out.fields.add("accept", "application/json");
    if (!out.body.empty()) out.fields.add("content-type", "application/json");
    for (auto const& [name, value] : fields_) out.fields.set(name, value);
    return out;
}

}  // namespace lancespec::conformance
