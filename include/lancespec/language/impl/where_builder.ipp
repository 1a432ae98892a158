// SPDX-License-Identifier: Apache-2.0
// Puts a WHERE clause's tree together while the grammar reads it from left to right.
//
// The grammar only tells apart "a value is wanted" and "an operator is wanted"; precedence, parentheses and lists
// are kept here on a stack of their own. So neither nesting nor chains use the program's stack, nothing is read
// twice, and the work is linear in the text.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/language/impl/where_types.ipp>
#include <lancespec/language/where.hpp>

#include <charconv>
#include <limits>
#include <optional>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

struct builder {
    /// Something begun and not yet ended.
    struct open {
        enum class kind : std::uint8_t {
            group,  ///< ( … )
            list,   ///< IN ( … ); the link it belongs to is below it
            call,   ///< name( … )
            cast,   ///< CAST( … AS type)
            array,  ///< [ … ]
            index,  ///< value[ … ]
            operation
        };
        kind what = kind::operation;
        level strength = level::atom;  ///< operation
        expression partial;            ///< all of the node but its last operand; index: what is indexed
        std::size_t begin = 0;         ///< where it begins in the text
        std::size_t outer_begin = 0;   ///< index: where what is indexed begins
        bool wants_and = false;        ///< a BETWEEN whose AND has not come
    };

    builder(std::string_view text_, parse_options const& options_) : text(text_), options(options_) {}

    std::string_view text;
    parse_options const& options;
    std::size_t calls = 0;

    // What went wrong; the first thing noted stays.
    bool failed = false;
    std::size_t failed_at = 0;
    std::string message;
    std::string hint;

    std::vector<open> stack;
    std::size_t depth = 0;

    // The value just completed: its node, whether it may still grow (no parentheses around it), whether it is a name
    // and nothing else, its bytes.
    expression current;
    bool growing = false;
    bool is_name = false;
    std::size_t current_begin = 0;
    std::size_t current_end = 0;

    std::size_t token = 0;  ///< where the token being read begins
    bool negated = false;   ///< a NOT was read before IN, BETWEEN, LIKE, or after IS
    std::size_t link_begin = 0;
    type_text type;              ///< the type just read
    std::size_t type_begin = 0;  ///< where it begins

    bool refuse(std::size_t at, std::string why, std::string suggestion = {}) {
        if (failed) return false;
        failed = true;
        failed_at = at;
        message = quote(why, message_bytes);
        hint = quote(suggestion, message_bytes);
        return false;
    }

    bool deeper(std::size_t at) {
        if (++depth <= options.bounds.where_depth) return true;
        return refuse(at, "the clause is nested deeper than " + std::to_string(options.bounds.where_depth) + " levels");
    }

    // ---- values

    bool value(expression node, std::size_t begin, std::size_t end) {
        current = std::move(node);
        current.range = {begin, end};
        current_begin = begin;
        current_end = end;
        growing = false;
        is_name = false;
        return true;
    }

    bool number(std::string_view written, std::size_t begin) {
        auto const digits = written.substr(0, written.size() - (written.ends_with('L') ? 1 : 0));
        literal out;
        std::uint64_t whole = 0;
        auto const* const end = digits.data() + digits.size();
        if (digits.find_first_of(".eE") == std::string_view::npos &&
            std::from_chars(digits.data(), end, whole).ec == std::errc{}) {
            if (whole <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
                out.value = static_cast<std::int64_t>(whole);
            } else {
                out.value = whole;
            }
        } else {
            double real = 0;
            auto const read = std::from_chars(digits.data(), end, real);
            if (read.ec == std::errc::result_out_of_range) {
                // Too large or too small for a double: from_chars leaves the value alone and does not say which.
                auto const exponent = digits.find_first_of("eE");
                bool const small = exponent != std::string_view::npos && digits[exponent + 1] == '-';
                real = small ? 0.0 : std::numeric_limits<double>::infinity();
            }
            out.value = real;
        }
        return value(expression(std::move(out)), begin, begin + written.size());
    }

    /// Hexadecimal digits, two a byte. Lance takes digits that are none, or an odd number of them, for NULL.
    bool hexadecimal(std::string_view digits, std::size_t begin, std::size_t end) {
        auto const digit = [](char c) {
            if (c >= '0' && c <= '9') return c - '0';
            auto const lower = ascii_lower(c);
            return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
        };
        literal out;
        bytes read;
        bool fine = digits.size() % 2 == 0;
        for (std::size_t i = 0; fine && i < digits.size(); i += 2) {
            auto const high = digit(digits[i]);
            auto const low = digit(digits[i + 1]);
            fine = high >= 0 && low >= 0;
            read.data += static_cast<char>(high * 16 + low);
        }
        if (fine) out.value = std::move(read);
        return value(expression(std::move(out)), begin, end);
    }

    bool text_value(std::string_view quoted, std::size_t begin) {
        literal out;
        out.value = unquote(quoted);
        return value(expression(std::move(out)), begin, begin + quoted.size());
    }

    /// What stands between the quotes of @p quoted, doubled quotes halved.
    static std::string unquote(std::string_view quoted) {
        std::string out;
        char const quote = quoted.front();
        quoted = quoted.substr(1, quoted.size() - 2);
        out.reserve(quoted.size());
        for (std::size_t i = 0; i < quoted.size(); ++i) {
            out += quoted[i];
            if (quoted[i] == quote) ++i;
        }
        return out;
    }

    bool name(std::string_view written, std::size_t begin, bool is_root) {
        identifier id;
        if (written.front() == '"' && options.quotes != double_quotes::identifier) {
            if (options.quotes == double_quotes::refused) {
                return refuse(begin, "double quotes are refused: servers differ in what they mean",
                              "quote a name in backticks, and text in single quotes");
            }
            if (is_root) return text_value(written, begin);
        }
        if (written.front() == '`' || written.front() == '"') {
            id.quotes = written.front() == '`' ? quote_style::backtick : quote_style::double_quote;
            id.name = unquote(written);
            if (id.name.empty()) return refuse(begin, "a quoted name is empty");
        } else {
            id.name = written;
        }
        if (is_root) {
            column out;
            out.path.push_back(std::move(id));
            value(expression(std::move(out)), begin, begin + written.size());
            is_name = true;
            return true;
        }
        return add_field(std::move(id), begin, begin + written.size());
    }

    // ---- steps from a value: fields, items, casts

    /// The steps of the value just completed, which becomes an access when it is none.
    access& steps() {
        if (growing || !std::holds_alternative<access>(current.node)) {
            access out;
            out.first.push_back(std::move(current));
            current = expression(std::move(out));
        }
        return std::get<access>(current.node);
    }

    bool end_step(access_step step, std::size_t begin, std::size_t end) {
        step.range = {begin, end};
        steps().steps.push_back(std::move(step));
        current_end = end;
        current.range = {current_begin, end};
        growing = is_name = false;
        return true;
    }

    bool add_field(identifier id, std::size_t begin, std::size_t end) {
        if (growing) return refuse(begin, "only columns and values in parentheses have fields");
        if (auto* of = std::get_if<column>(&current.node)) {
            of->path.push_back(std::move(id));
            current_end = current.range.end = end;
            is_name = false;
            return true;
        }
        access_step step;
        step.field = std::move(id);
        return end_step(std::move(step), begin, end);
    }

    bool begin_index(std::size_t at) {
        if (growing) return refuse(at, "a bracket has no place here", "put parentheses around what stands before it");
        open begun;
        begun.what = open::kind::index;
        begun.partial = std::move(current);
        begun.begin = at;
        begun.outer_begin = current_begin;
        stack.push_back(std::move(begun));
        return deeper(at);
    }

    bool end_index(std::size_t end) {
        auto& top = stack.back();
        auto index = std::move(current);
        current = std::move(top.partial);
        auto const begin = top.begin;
        current_begin = top.outer_begin;
        growing = is_name = false;
        stack.pop_back();
        if (auto* name = std::get_if<literal>(&index.node)) {
            if (auto* field = std::get_if<std::string>(&name->value)) {
                if (field->empty()) return refuse(begin, "a field's name is empty");
                return add_field({std::move(*field), quote_style::backtick}, begin, end);
            }
        }
        access_step step;
        step.kind = access_kind::item;
        step.index.push_back(std::move(index));
        return end_step(std::move(step), begin, end);
    }

    /// The type just read, or a refusal.
    std::optional<columnar::data_type> read_type() {
        std::string why;
        auto out = make_type(type, why);
        if (!out) refuse(type_begin, std::move(why));
        return out;
    }

    bool cast_step(std::size_t begin, std::size_t end) {
        if (growing) return refuse(begin, ":: has no place here", "put parentheses around what stands before it");
        auto to = read_type();
        if (!to) return false;
        access_step step;
        step.kind = access_kind::cast;
        step.type = std::move(*to);
        return end_step(std::move(step), begin, end);
    }

    bool typed_value(std::string_view quoted, std::size_t begin) {
        auto to = read_type();
        if (!to) return false;
        typed_literal out{std::move(*to), unquote(quoted)};
        return value(expression(std::move(out)), type_begin, begin + quoted.size());
    }

    // ---- calls, casts, arrays

    bool begin(open::kind what, expression partial, std::size_t begin_at, std::size_t at) {
        open begun;
        begun.what = what;
        begun.partial = std::move(partial);
        begun.begin = begin_at;
        stack.push_back(std::move(begun));
        return deeper(at);
    }

    /// The value just completed is the name of a function.
    bool begin_call(std::size_t at) {
        auto name = std::move(std::get<column>(current.node).path.front());
        is_name = false;
        return begin(open::kind::call, expression(call{std::move(name), {}}), current_begin, at);
    }

    bool begin_cast(bool is_try, std::size_t at) {
        cast out;
        out.is_try = is_try;
        return begin(open::kind::cast, expression(std::move(out)), at, at);
    }

    bool begin_array(std::size_t at) { return begin(open::kind::array, expression(list{}), at, at); }

    /// Ends what is on top of the stack, whose node is complete.
    bool end_node(std::size_t end) {
        auto& top = stack.back();
        auto node = std::move(top.partial);
        auto const begin_at = top.begin;
        stack.pop_back();
        --depth;
        return value(std::move(node), begin_at, end);
    }

    bool end_cast(std::size_t at, std::size_t end) {
        auto to = read_type();
        if (!to) return false;
        if (!complete(level::or_)) return false;
        if (stack.empty() || stack.back().what != open::kind::cast)
            return refuse(at, "AS belongs into CAST( … AS type)");
        auto& node = std::get<cast>(stack.back().partial.node);
        node.type = std::move(*to);
        node.operand.push_back(std::move(current));
        return end_node(end);
    }

    // ---- operators before a value

    bool prefix(unary_op op, std::size_t at) {
        unary node;
        node.op = op;
        open begun;
        begun.strength = op == unary_op::not_ ? level::not_ : level::minus;
        begun.partial = expression(std::move(node));
        begun.begin = at;
        stack.push_back(std::move(begun));
        return deeper(at);
    }

    bool open_group(std::size_t at) {
        open begun;
        begun.what = open::kind::group;
        begun.begin = at;
        stack.push_back(std::move(begun));
        return deeper(at);
    }

    // ---- after a value

    /// Gives the value just completed to the operation on top of the stack, which becomes the current value.
    bool complete_top() {
        auto& top = stack.back();
        if (top.wants_and) {
            return refuse(current_end, "BETWEEN needs AND after its lower bound",
                          "a BETWEEN 1 AND 2; put parentheses around a bound that holds operators");
        }
        if (auto* one = std::get_if<unary>(&top.partial.node)) {
            one->operand.push_back(std::move(current));
            --depth;
        } else if (auto* both = std::get_if<logical>(&top.partial.node)) {
            both->terms.push_back(std::move(current));
        } else {
            auto& last = std::get<chain>(top.partial.node).links.back();
            last.operands.push_back(std::move(current));
            last.range.end = current_end;
        }
        pop_operation();
        return true;
    }

    void pop_operation() {
        auto& top = stack.back();
        current = std::move(top.partial);
        current.range = {top.begin, current_end};
        current_begin = top.begin;
        growing = true;
        is_name = false;
        stack.pop_back();
    }

    /// Completes every operation that binds at least as tightly as @p strength.
    bool complete(level strength) {
        while (!stack.empty() && stack.back().what == open::kind::operation && stack.back().strength >= strength) {
            if (!complete_top()) return false;
        }
        return true;
    }

    /// Begins a link of a chain at the current value: a new chain, or the next link of one that may grow.
    bool begin_link(link_op op, std::size_t at, bool is_negated = false) {
        auto const strength = level_of(op);
        if (!complete(strength)) return false;
        open begun;
        begun.strength = strength;
        begun.begin = current_begin;
        begun.wants_and = op == link_op::between;
        if (growing && std::holds_alternative<chain>(current.node) && level_of(current) == strength) {
            begun.partial = std::move(current);
        } else {
            chain node;
            node.first.push_back(std::move(current));
            begun.partial = expression(std::move(node));
        }
        chain_link step;
        step.op = op;
        step.negated = is_negated;
        step.range.offset = at;
        std::get<chain>(begun.partial.node).links.push_back(std::move(step));
        stack.push_back(std::move(begun));
        return true;
    }

    /// IS NULL and its kin: a link without operands.
    bool postfix(link_op op, std::size_t at, std::size_t end, bool is_negated) {
        if (!begin_link(op, at, is_negated)) return false;
        std::get<chain>(stack.back().partial.node).links.back().range.end = end;
        current_end = end;
        pop_operation();
        return true;
    }

    bool begin_term(logical_op op) {
        auto const strength = op == logical_op::and_ ? level::and_ : level::or_;
        if (op == logical_op::and_) {
            // The AND of a BETWEEN comes before any other.
            while (!stack.empty() && stack.back().what == open::kind::operation && stack.back().strength > strength) {
                auto& top = stack.back();
                if (top.wants_and) {
                    std::get<chain>(top.partial.node).links.back().operands.push_back(std::move(current));
                    top.wants_and = false;
                    return true;
                }
                if (!complete_top()) return false;
            }
        }
        if (!complete(strength)) return false;
        open begun;
        begun.strength = strength;
        begun.begin = current_begin;
        if (growing && level_of(current) == strength) {
            begun.partial = std::move(current);
        } else {
            logical node;
            node.op = op;
            node.terms.push_back(std::move(current));
            begun.partial = expression(std::move(node));
        }
        stack.push_back(std::move(begun));
        return true;
    }

    bool begin_in(std::size_t at, bool is_negated) {
        if (!begin_link(link_op::in, at, is_negated)) return false;
        open begun;
        begun.what = open::kind::list;
        begun.begin = at;
        stack.push_back(std::move(begun));
        return deeper(at);
    }

    std::vector<expression>& list_items() {
        return std::get<chain>(stack[stack.size() - 2].partial.node).links.back().operands;
    }

    bool next_item(std::size_t at) {
        if (!complete(level::or_)) return false;
        auto const what = stack.empty() ? open::kind::operation : stack.back().what;
        switch (what) {
            case open::kind::list: list_items().push_back(std::move(current)); return true;
            case open::kind::call:
                std::get<call>(stack.back().partial.node).arguments.push_back(std::move(current));
                return true;
            case open::kind::array:
                std::get<list>(stack.back().partial.node).items.push_back(std::move(current));
                return true;
            case open::kind::group: return refuse(at, "tuples are not supported in Lance filters");
            case open::kind::cast: return refuse(at, "CAST takes one value: CAST(value AS type)");
            default: return refuse(at, "a comma has no place here");
        }
    }

    bool close(std::size_t at) {
        if (!complete(level::or_)) return false;
        if (stack.empty()) return refuse(at, "this closing parenthesis has no opening one");
        switch (stack.back().what) {
            case open::kind::group:
                --depth;
                current_end = at + 1;
                current_begin = stack.back().begin;
                growing = is_name = false;
                stack.pop_back();
                return true;
            case open::kind::call:
                std::get<call>(stack.back().partial.node).arguments.push_back(std::move(current));
                return end_node(at + 1);
            case open::kind::cast: return refuse(at, "CAST needs a type: CAST(value AS type)");
            case open::kind::list: break;
            default: return refuse(at, "a bracket is still open here, close it with ]");
        }
        --depth;
        current_end = at + 1;
        list_items().push_back(std::move(current));
        stack.pop_back();
        std::get<chain>(stack.back().partial.node).links.back().range.end = current_end;
        pop_operation();
        return true;
    }

    bool close_bracket(std::size_t at) {
        if (!complete(level::or_)) return false;
        auto const what = stack.empty() ? open::kind::operation : stack.back().what;
        if (what == open::kind::array) {
            std::get<list>(stack.back().partial.node).items.push_back(std::move(current));
            return end_node(at + 1);
        }
        if (what != open::kind::index) return refuse(at, "this closing bracket has no opening one");
        --depth;
        return end_index(at + 1);
    }

    bool escape(std::string text_, std::size_t at, std::size_t count) {
        if (!complete(level::comparison)) return false;
        if (stack.empty() || stack.back().strength != level::like || stack.back().what != open::kind::operation) {
            return refuse(at, "ESCAPE belongs behind the pattern of LIKE or ILIKE");
        }
        if (count != 1) return refuse(at, "ESCAPE takes exactly one character");
        std::get<chain>(stack.back().partial.node).links.back().escape = std::move(text_);
        return complete_top();
    }

    bool finish(std::size_t at) {
        if (!complete(level::or_)) return false;
        if (stack.empty()) return true;
        auto const what = stack.back().what;
        bool const is_bracket = what == open::kind::array || what == open::kind::index;
        return refuse(at, std::string("a closing ") + (is_bracket ? "bracket" : "parenthesis") + " is missing: byte " +
                              std::to_string(stack.back().begin) + " opens one that nothing closes");
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
