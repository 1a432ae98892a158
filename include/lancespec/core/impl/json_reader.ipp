// SPDX-License-Identifier: Apache-2.0
// Body of core/json_reader.hpp: a handler of boost::json::basic_parser that fills described structs, for documents that
// json_fast.ipp has given up on.
//
// Boost.JSON's own document model rounds doubles, keeps the last of duplicate keys and turns large integers into
// doubles, silently (1.81), so values never pass through it: numbers are read again from their text.
#pragma once

#include <lancespec/core/impl/json_dom.ipp>
#include <lancespec/core/impl/json_fast.ipp>
#include <lancespec/core/impl/json_number.ipp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/json_reader.hpp>
#include <lancespec/core/quote.hpp>

#include <boost/container/small_vector.hpp>
#include <boost/json/basic_parser_impl.hpp>

#include <algorithm>
#include <optional>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect::detail {

inline constexpr std::size_t no_field = 255;

/// An open array, map or object.
struct read_frame {
    void* value = nullptr;
    type_info const* type = nullptr;
    std::uint64_t seen = 0;        ///< object: bit N when field N has come
    std::size_t field = no_field;  ///< object: the member being read
    std::size_t next_field = 0;    ///< object: a guess, since clients write members in order
    std::size_t index = 0;         ///< array: elements so far
    std::string key;               ///< map: the key being read; object: an unknown member's name
};

class json_handler {
public:
    static constexpr std::size_t max_object_size = ~std::size_t{0};
    static constexpr std::size_t max_array_size = ~std::size_t{0};
    static constexpr std::size_t max_key_size = ~std::size_t{0};
    static constexpr std::size_t max_string_size = ~std::size_t{0};
    using error_code_ref = boost::json::error_code&;

    json_handler(slot root, read_options const& options, violations& out)
        : root_(root), options_(options), out_(out), first_(out.size()) {}

    bool on_document_begin(error_code_ref) { return true; }
    bool on_document_end(error_code_ref) { return true; }
    bool on_comment_part(std::string_view, error_code_ref) { return true; }
    bool on_comment(std::string_view, error_code_ref) { return true; }

    bool on_object_begin(error_code_ref ec) { return open(value_kind::object, ec); }
    bool on_array_begin(error_code_ref ec) { return open(value_kind::array, ec); }

    bool on_array_end(std::size_t, error_code_ref) {
        if (skip_ != 0) return --skip_, true;
        if (building()) return dom_->end_array(), true;
        pop();
        return true;
    }

    bool on_object_end(std::size_t, error_code_ref) {
        if (skip_ != 0) return --skip_, true;
        if (building()) {
            dom_->end_object([&](std::string const& inner) {
                report(pointer() + inner, rule::duplicate_key, "the member is given more than once");
            });
            return true;
        }
        report_missing(*top_);
        pop();
        return true;
    }

    bool on_key_part(std::string_view part, std::size_t, error_code_ref) { return key_.append(part), true; }
    bool on_key(std::string_view last, std::size_t, error_code_ref ec) {
        if (!key_.empty()) {
            key_.append(last);
            bool const more = member(key_, ec);
            key_.clear();
            return more;
        }
        return member(last, ec);
    }

    bool on_string_part(std::string_view part, std::size_t, error_code_ref) { return text_.append(part), true; }
    bool on_string(std::string_view last, std::size_t, error_code_ref ec) {
        if (text_.empty()) return string(last, ec);
        text_.append(last);
        bool const more = string(text_, ec);
        text_.clear();
        return more;
    }

    bool on_number_part(std::string_view part, error_code_ref) { return number_.append(part), true; }
    bool on_int64(std::int64_t value, std::string_view last, error_code_ref ec) {
        bool const minus_zero = value == 0 && (number_.empty() ? last : std::string_view(number_)).starts_with('-');
        number_.clear();
        if (building() && skip_ == 0) return count(ec) && (minus_zero ? dom_->push(-0.0) : dom_->push(value), true);
        auto const target = scalar(ec);
        if (target.type == nullptr) return !ec;
        if (target.type->kind == value_kind::int64) return store(target, value), true;
        if (target.type->kind == value_kind::float64)
            return *static_cast<double*>(target.value) = minus_zero ? -0.0 : static_cast<double>(value), true;
        return other(target, minus_zero ? boost::json::value(-0.0) : boost::json::value(value), "an integer");
    }
    bool on_uint64(std::uint64_t value, std::string_view, error_code_ref ec) {
        number_.clear();
        if (building() && skip_ == 0) return count(ec) && (dom_->push(value), true);
        auto const target = scalar(ec);
        if (target.type == nullptr) return !ec;
        if (target.type->kind == value_kind::int64) return out_of_range(), true;
        if (target.type->kind == value_kind::float64)
            return *static_cast<double*>(target.value) = static_cast<double>(value), true;
        return other(target, boost::json::value(value), "an integer");
    }
    bool on_double(double inexact, std::string_view last, error_code_ref ec) {
        // Parts come only when a number is split, which one buffer never does; the handler does not rely on it.
        std::string parts;
        if (!number_.empty()) parts = std::exchange(number_, {}).append(last);
        auto const text = parts.empty() ? last : std::string_view(parts);
        auto const exact = read_double(text, inexact);
        if (building() && skip_ == 0) {
            if (!count(ec)) return false;
            dom_->push(exact.value_or(0));
            if (!exact) report(pointer() + dom_->pointer(), rule::type, double_range);
            return true;
        }
        auto const target = scalar(ec);
        if (target.type == nullptr) return !ec;
        if (target.type->kind == value_kind::int64) {
            auto const integer = read_integer(text);
            if (integer.value)
                store(target, *integer.value);
            else if (integer.is_integer)
                out_of_range();
            else
                report(pointer(), rule::type, "must be an integer, not " + quote(text));
            return true;
        }
        if (!exact) return report(pointer(), rule::type, double_range), true;
        if (target.type->kind == value_kind::float64) return *static_cast<double*>(target.value) = *exact, true;
        return other(target, boost::json::value(*exact), "a number");
    }

    bool on_bool(bool value, error_code_ref ec) {
        if (building() && skip_ == 0) return count(ec) && (dom_->push(value), true);
        auto const target = scalar(ec);
        if (target.type == nullptr) return !ec;
        if (target.type->kind == value_kind::boolean) return *static_cast<bool*>(target.value) = value, true;
        return other(target, boost::json::value(value), "a boolean");
    }

    bool on_null(error_code_ref ec) {
        if (skip_ != 0) return count(ec);
        if (building()) return count(ec) && (dom_->push(nullptr), true);
        if (!count(ec)) return false;
        null();
        return true;
    }

    [[nodiscard]] bool stopped_at_limit() const noexcept { return at_limit_; }

    void report(std::string at, rule broken, std::string message) {
        auto const mine = out_.begin() + static_cast<std::ptrdiff_t>(first_);
        if (std::any_of(mine, out_.end(), [&](violation const& v) { return v.pointer == at; })) return;
        if (out_.size() - first_ >= options_.bounds.violations) {
            truncated_ = true;
            return;
        }
        out_.push_back({std::move(at), broken, std::move(message), std::nullopt});
    }
    [[nodiscard]] bool truncated() const noexcept { return truncated_; }

private:
    static constexpr char const* double_range = "the number is outside the range of a double";

    [[nodiscard]] bool building() const noexcept { return dom_ && dom_->active(); }

    bool count(error_code_ref ec) {
        if (++elements_ <= options_.bounds.json_elements) return true;
        at_limit_ = true;
        ec = boost::json::error::array_too_large;
        return false;
    }

    /// Where the value that begins goes; no type when it goes nowhere.
    slot take() {
        if (top_ == nullptr) return root_;
        auto& top = *top_;
        switch (top.type->kind) {
            case value_kind::object:
                return top.field == no_field ? slot{} : top.type->fields[top.field].access(top.value);
            case value_kind::array: ++top.index; return top.type->append(top.value);
            default: {
                bool fresh = true;
                auto const target = top.type->insert(top.value, std::string(top.key), fresh);
                if (!fresh) report(pointer(), rule::duplicate_key, "the key is given more than once");
                return target;
            }
        }
    }

    void pop() {
        stack_.pop_back();
        top_ = stack_.empty() ? nullptr : &stack_.back();
    }

    slot scalar(error_code_ref ec) {
        if (!count(ec) || skip_ != 0) return {};
        return take();
    }

    bool open(value_kind kind, error_code_ref ec) {
        if (!count(ec)) return false;
        if (skip_ != 0) return ++skip_, true;
        bool const is_array = kind == value_kind::array;
        if (building()) return dom_->begin(is_array), true;
        auto const target = take();
        if (target.type == nullptr) return ++skip_, true;
        if (target.type->kind == value_kind::json) {
            if (!dom_) dom_.emplace();
            dom_->start(*static_cast<boost::json::value*>(target.value));
            dom_->begin(is_array);
            return true;
        }
        bool const fits = is_array ? target.type->kind == value_kind::array
                                   : target.type->kind == value_kind::object || target.type->kind == value_kind::map;
        if (!fits) {
            mismatch(*target.type, is_array ? "an array" : "an object");
            return ++skip_, true;
        }
        top_ = &stack_.emplace_back();
        top_->value = target.value;
        top_->type = target.type;
        return true;
    }

    bool member(std::string_view key, error_code_ref) {
        if (skip_ != 0) return true;
        if (building()) return dom_->key(key), true;
        auto& top = *top_;
        if (top.type->kind == value_kind::map) return top.key.assign(key), true;
        auto const& fields = top.type->fields;
        auto index = top.next_field;
        if (index >= fields.size() || fields[index].name != key) index = top.type->find(key);
        if (index >= fields.size() || !fields[index].in_json(options_.version)) {
            top.field = no_field;
            if (!options_.accept_unknown_members) {
                top.key.assign(key);
                report(pointer(), rule::unknown_member, "the schema has no such member");
            }
            return true;
        }
        auto const bit = std::uint64_t{1} << index;
        if (top.seen & bit) {
            top.field = index;
            report(pointer(), rule::duplicate_key, "the member is given more than once");
            top.field = no_field;
            return true;
        }
        top.seen |= bit;
        top.field = index;
        top.next_field = index + 1;
        return true;
    }

    bool string(std::string_view text, error_code_ref ec) {
        if (building() && skip_ == 0) return count(ec) && (dom_->push_string(text), true);
        auto const target = scalar(ec);
        if (target.type == nullptr) return !ec;
        if (target.type->kind == value_kind::string) {
            static_cast<std::string*>(target.value)->assign(text);
            return true;
        }
        if (target.type->kind == value_kind::enumeration) return word(target, text), true;
        if (target.type->kind == value_kind::array && one_for_a_list()) {
            auto const item = target.type->append(target.value);
            static_cast<std::string*>(item.value)->assign(text);
            return true;
        }
        return other(target, boost::json::value(text), "a string");
    }

    /// Whether the member being read was one string before it became a list of them.
    [[nodiscard]] bool one_for_a_list() const {
        return top_ != nullptr && top_->type->kind == value_kind::object && top_->type->fields[top_->field].list_since;
    }

    void word(slot target, std::string_view text) {
        auto const& words = target.type->enumerators;
        if (auto const found = target.type->find_enumerator(text); found < words.size())
            return target.type->set_enumerator(target.value, found);
        std::string list;
        for (auto const w : words) list += (list.empty() ? "" : ", ") + std::string(w);
        report(pointer(), rule::vocabulary, "must be one of: " + list);
    }

    void null() {
        if (top_ == nullptr) {
            if (root_.type->kind == value_kind::json)
                *static_cast<boost::json::value*>(root_.value) = nullptr;
            else
                mismatch(*root_.type, "null");
            return;
        }
        auto& top = *top_;
        if (top.type->kind != value_kind::object) {
            if (top.type->append_null == nullptr) {
                take();  // a place for what should be there, so that later items keep their index
                report(pointer(), rule::not_null, "must not be null");
                return;
            }
            if (top.type->kind == value_kind::array) ++top.index;
            if (auto key = top.key; !top.type->append_null(top.value, &key))
                report(pointer(), rule::duplicate_key, "the key is given more than once");
            return;
        }
        if (top.field == no_field) return;
        auto const& field = top.type->fields[top.field];
        bool const may_be_null = field.nullable != null_spelling::none || (!field.is_required && options_.accept_null);
        if (may_be_null && field.can_be_absent()) return field.clear(top.value);
        report(pointer(), rule::not_null, "must not be null");
    }

    void store(slot target, std::int64_t value) {
        *static_cast<std::int64_t*>(target.value) = value;
        if (top_ == nullptr || top_->type->kind != value_kind::object) return;
        auto const& field = top_->type->fields[top_->field];
        if (field.format == number_format::int32 && (value < INT32_MIN || value > INT32_MAX))
            report(pointer(), rule::type, "must be an integer of 32 bits (-2147483648 to 2147483647)");
    }

    void out_of_range() {
        report(pointer(), rule::type, "must be an integer of 64 bits (-9223372036854775808 to 9223372036854775807)");
    }

    bool other(slot target, boost::json::value value, char const* came) {
        if (target.type->kind == value_kind::json)
            *static_cast<boost::json::value*>(target.value) = std::move(value);
        else
            mismatch(*target.type, came);
        return true;
    }

    void mismatch(type_info const& wanted, char const* came) {
        report(pointer(), rule::type, "must be " + std::string(article_of(wanted.kind)) + ", not " + came);
    }

    static std::string_view article_of(value_kind kind) noexcept {
        switch (kind) {
            case value_kind::boolean: return "a boolean";
            case value_kind::int64: return "an integer";
            case value_kind::float64: return "a number";
            case value_kind::string:
            case value_kind::enumeration: return "a string";
            case value_kind::array: return "an array";
            case value_kind::map:
            case value_kind::object: return "an object";
            case value_kind::json: break;
        }
        return "a JSON value";
    }

    void report_missing(read_frame const& closed) {
        auto missing = closed.type->required_bits & ~closed.seen;
        for (std::size_t i = 0; missing != 0; ++i, missing >>= 1) {
            auto const& field = closed.type->fields[i];
            if ((missing & 1) == 0 || !field.in_json(options_.version)) continue;
            // What may be null is as good as null when a server reads: later versions do not require it.
            if (field.nullable != null_spelling::none && options_.accept_null) continue;
            top_->field = i;
            report(pointer(), rule::required, "the member is required");
        }
    }

    /// The pointer to the value being read.
    [[nodiscard]] std::string pointer() const {
        std::string out;
        for (auto const& f : stack_) {
            out += '/';
            if (f.type->kind == value_kind::array)
                out += std::to_string(f.index == 0 ? 0 : f.index - 1);
            else if (f.type->kind == value_kind::object && f.field != no_field)
                out += pointer_token(f.type->fields[f.field].name);
            else
                out += quoted_pointer_token(f.key);
        }
        return out;
    }

    slot root_;
    read_options const& options_;
    violations& out_;
    std::size_t first_;
    boost::container::small_vector<read_frame, 8> stack_;
    read_frame* top_ = nullptr;       ///< the last of stack_, null when it is empty
    std::optional<dom_builder> dom_;  ///< made when the first opaque value comes; few documents have one
    std::size_t skip_ = 0;
    std::size_t elements_ = 0;
    bool at_limit_ = false;
    bool truncated_ = false;
    std::string key_;
    std::string text_;
    std::string number_;
};

LANCESPEC_DECL bool read_carefully(std::string_view text, slot root, read_options const& options, violations& out) {
    auto const first = out.size();
    auto const& bounds = options.bounds;
    boost::json::parse_options parse;
    parse.max_depth = bounds.json_depth;
    boost::json::basic_parser<json_handler> parser(parse, root, options, out);
    boost::json::error_code ec;
    auto const used = parser.write_some(false, text.data(), text.size(), ec);
    if (!ec && used < text.size()) ec = boost::json::error::extra_data;
    if (ec) {
        // What came before the fault is of a document that does not exist.
        out.resize(first);
        if (parser.handler().stopped_at_limit())
            out.push_back({"", rule::limit,
                           "the document has more than " + std::to_string(bounds.json_elements) + " values", used});
        else if (ec == boost::json::error::too_deep)
            out.push_back({"", rule::limit,
                           "the document is nested deeper than " + std::to_string(bounds.json_depth) + " levels",
                           used});
        else if (ec == boost::json::error::exponent_overflow)
            out.push_back({"", rule::limit,
                           "the exponent of a number is out of range: it is JSON, but no number type holds it", used});
        else
            out.push_back(
                {"", rule::malformed, text.empty() ? "the document is empty" : "not JSON: " + ec.message(), used});
        return false;
    }
    if (parser.handler().truncated())
        out.push_back({"", rule::limit,
                       "more than " + std::to_string(bounds.violations) + " violations: the rest is not listed",
                       std::nullopt});
    return out.size() == first;
}

}  // namespace reflect::detail

namespace reflect {

LANCESPEC_DECL bool read_json(std::string_view text, slot root, read_options const& options, violations& out) {
    auto const& bounds = options.bounds;
    if (text.size() > bounds.json_bytes) {
        out.push_back({"", rule::limit,
                       "the document has " + std::to_string(text.size()) + " bytes, more than the " +
                           std::to_string(bounds.json_bytes) + " allowed",
                       std::nullopt});
        return false;
    }
    if (root.type->kind == value_kind::object) {
        if (detail::fast_reader(text, options).read(root)) return true;
        root.type->reset(root.value);
    }
    return detail::read_carefully(text, root, options, out);
}

}  // namespace reflect
LANCESPEC_END_NAMESPACE
