// SPDX-License-Identifier: Apache-2.0
// Building an opaque boost::json::value from parse events, noticing duplicate keys.
#pragma once

#include <lancespec/core/json.hpp>

#include <boost/json/value_stack.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect::detail {

class dom_builder {
public:
    [[nodiscard]] bool active() const noexcept { return target_ != nullptr; }

    void start(boost::json::value& target) {
        target_ = &target;
        stack_.reset();
    }

    void begin(bool is_array) {
        step();
        frames_.push_back({is_array, 0, {}});
    }

    void key(std::string_view text) {
        stack_.push_key(text);
        frames_.back().keys.emplace_back(text);
    }

    template <class Value>
    void push(Value value) {
        step();
        if constexpr (std::is_same_v<Value, std::int64_t>)
            stack_.push_int64(value);
        else if constexpr (std::is_same_v<Value, std::uint64_t>)
            stack_.push_uint64(value);
        else if constexpr (std::is_same_v<Value, double>)
            stack_.push_double(value);
        else if constexpr (std::is_same_v<Value, bool>)
            stack_.push_bool(value);
        else
            stack_.push_null();
    }

    void push_string(std::string_view text) {
        step();
        stack_.push_string(text);
    }

    void end_array() {
        stack_.push_array(frames_.back().count);
        close();
    }

    /// Calls @p duplicate with the pointer, within the value, of each member given more than once.
    template <class Duplicate>
    void end_object(Duplicate const& duplicate) {
        auto keys = frames_.back().keys;
        std::sort(keys.begin(), keys.end());
        for (auto at = keys.begin(); (at = std::adjacent_find(at, keys.end())) != keys.end();) {
            frames_.back().keys.back() = *at;
            duplicate(pointer());
            at = std::upper_bound(at, keys.end(), *at);
        }
        stack_.push_object(keys.size());
        close();
    }

    /// The pointer, within the value, to what is being read.
    [[nodiscard]] std::string pointer() const {
        std::string out;
        for (auto const& f : frames_) {
            out += '/';
            if (f.is_array)
                out += std::to_string(f.count == 0 ? 0 : f.count - 1);
            else if (!f.keys.empty())
                out += quoted_pointer_token(f.keys.back());
        }
        return out;
    }

private:
    struct frame {
        bool is_array;
        std::size_t count;  ///< elements of an array so far
        std::vector<std::string> keys;
    };

    void step() {
        if (!frames_.empty()) ++frames_.back().count;
    }

    void close() {
        frames_.pop_back();
        if (!frames_.empty()) return;
        *target_ = stack_.release();
        target_ = nullptr;
    }

    boost::json::value* target_ = nullptr;
    boost::json::value_stack stack_;
    std::vector<frame> frames_;
};

}  // namespace reflect::detail
LANCESPEC_END_NAMESPACE
