// Puts a WHERE clause's tree together while the grammar reads it from left to right.
//
// The grammar only tells apart "a value is wanted" and "an operator is wanted"; precedence, parentheses and lists
// are kept here on a stack of their own. So neither nesting nor chains use the program's stack, nothing is read
// twice, and the work is linear in the text.
#pragma once

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
            group,
            list,
            operation
        };
        kind what = kind::operation;
        level strength = level::atom;  ///< operation
        expression partial;            ///< operation: all of the node but its last operand
        std::size_t begin = 0;         ///< where it begins in the text
        bool wants_and = false;        ///< a BETWEEN whose AND has not come
    };

    builder(std::string_view text_, limits const& bounds_) : text(text_), bounds(bounds_) {}

    std::string_view text;
    limits const& bounds;
    std::size_t calls = 0;

    // What went wrong; the first thing noted stays.
    bool failed = false;
    std::size_t failed_at = 0;
    std::string message;
    std::string hint;

    std::vector<open> stack;
    std::size_t depth = 0;

    // The value just completed: its node, whether it may still grow (no parentheses around it), its bytes.
    expression current;
    bool growing = false;
    std::size_t current_begin = 0;
    std::size_t current_end = 0;

    std::size_t token = 0;  ///< where the token being read begins
    bool negated = false;   ///< a NOT was read before IN, BETWEEN, LIKE, or after IS
    std::size_t link_begin = 0;
    typed_literal typed;

    bool refuse(std::size_t at, std::string why, std::string suggestion = {}) {
        if (failed) return false;
        failed = true;
        failed_at = at;
        message = std::move(why);
        hint = std::move(suggestion);
        return false;
    }

    bool deeper(std::size_t at) {
        if (++depth <= bounds.where_depth) return true;
        return refuse(at, "the clause is nested deeper than " + std::to_string(bounds.where_depth) + " levels");
    }

    // ---- values

    bool value(expression node, std::size_t begin, std::size_t end) {
        current = std::move(node);
        current.range = {begin, end};
        current_begin = begin;
        current_end = end;
        growing = false;
        return true;
    }

    bool number(std::string_view digits, std::size_t begin) {
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
        return value(expression(std::move(out)), begin, begin + digits.size());
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
            return value(expression(std::move(out)), begin, begin + written.size());
        }
        auto* of = std::get_if<column>(&current.node);
        if (of == nullptr || growing) return refuse(begin, "only a column has fields");
        of->path.push_back(std::move(id));
        current_end = current.range.end = begin + written.size();
        return true;
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
        if (stack.empty() || stack.back().what != open::kind::list) {
            return refuse(at,
                          stack.empty() ? "a comma has no place here" : "tuples are not supported in Lance filters");
        }
        list_items().push_back(std::move(current));
        return true;
    }

    bool close(std::size_t at) {
        if (!complete(level::or_)) return false;
        if (stack.empty()) return refuse(at, "this closing parenthesis has no opening one");
        --depth;
        current_end = at + 1;
        if (stack.back().what == open::kind::group) {
            current_begin = stack.back().begin;
            growing = false;
            stack.pop_back();
            return true;
        }
        list_items().push_back(std::move(current));
        stack.pop_back();
        std::get<chain>(stack.back().partial.node).links.back().range.end = current_end;
        pop_operation();
        return true;
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
        return refuse(at, "a closing parenthesis is missing: byte " + std::to_string(stack.back().begin) +
                              " opens one that nothing closes");
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
