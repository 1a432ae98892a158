// SPDX-License-Identifier: Apache-2.0
// A sequence whose copies share what is the same: a change costs the depth of a tree, not the length of the sequence.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// Pointers to immutable items, in order. Copying costs one pointer; changing an item, or adding one at the end, costs
/// the nodes from the root to it: `width` pointers each, and of them the logarithm of the length. So a table of n
/// fragments of which each version changes one keeps n log n pointers for n versions, not n squared.
template <class T>
class shared_list {
    struct node;

public:
    using item = std::shared_ptr<T const>;

    shared_list() = default;
    explicit shared_list(std::vector<item> const& items) {
        for (auto const& each : items) push_back(each);
    }

    [[nodiscard]] std::size_t size() const noexcept { return root_ ? root_->size : 0; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// Logarithmic. @p index must be below size().
    [[nodiscard]] item const& operator[](std::size_t index) const noexcept {
        auto const [leaf, at] = locate(index);
        return leaf->items[at];
    }

    void push_back(item added) {
        if (!root_) root_ = make_leaf({});
        if (auto grown = with_added(*root_, added)) {
            root_ = std::move(grown);
            return;
        }
        root_ = make_inner({root_, new_branch(*root_, std::move(added))});
    }

    void set(std::size_t index, item replacement) { root_ = with_set(*root_, index, std::move(replacement)); }

    /// Replaces every item by what @p change makes of it; null takes it away. Calls it for every item in order, and
    /// makes nodes only for those that become others.
    template <class Change>
    void transform(Change const& change) {
        if (root_) root_ = transformed(root_, change);
    }

    class iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = item;
        using difference_type = std::ptrdiff_t;
        using pointer = item const*;
        using reference = item const&;

        iterator() = default;
        iterator(shared_list const* of, std::size_t index) : of_(of), index_(index) { find(); }
        item const& operator*() const noexcept { return leaf_->items[at_]; }
        item const* operator->() const noexcept { return &leaf_->items[at_]; }
        iterator& operator++() noexcept {
            ++index_;
            if (leaf_ != nullptr && ++at_ == leaf_->items.size()) find();
            return *this;
        }
        iterator operator++(int) noexcept {
            auto const before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(iterator const& a, iterator const& b) noexcept { return a.index_ == b.index_; }

    private:
        void find() noexcept {
            leaf_ = nullptr;
            if (index_ < of_->size()) std::tie(leaf_, at_) = of_->locate(index_);
        }

        shared_list const* of_ = nullptr;
        std::size_t index_ = 0;
        node const* leaf_ = nullptr;
        std::size_t at_ = 0;
    };
    [[nodiscard]] iterator begin() const noexcept { return {this, 0}; }
    [[nodiscard]] iterator end() const noexcept { return {this, size()}; }

    /// Calls @p visit with the address of each node and the bytes of its pointers: what copies share can be counted.
    template <class Visit>
    void each_node(Visit const& visit) const {
        if (root_) each_node(*root_, visit);
    }

private:
    static constexpr std::size_t width = 32;

    using node_ptr = std::shared_ptr<node const>;

    /// A leaf has items, another node children; neither is empty, but for the leaf of an empty list while it grows.
    struct node {
        std::size_t size = 0;  ///< items under it
        std::vector<item> items;
        std::vector<node_ptr> children;
        [[nodiscard]] bool is_leaf() const noexcept { return children.empty(); }
    };

    static node_ptr make_leaf(std::vector<item> items) {
        auto out = std::make_shared<node>();
        out->size = items.size();
        out->items = std::move(items);
        return out;
    }
    static node_ptr make_inner(std::vector<node_ptr> children) {
        auto out = std::make_shared<node>();
        for (auto const& child : children) out->size += child->size;
        out->children = std::move(children);
        return out;
    }

    /// A copy of @p from with room for @p more, so that it takes no more memory than it needs.
    template <class V>
    static std::vector<V> copy_of(std::vector<V> const& from, std::size_t more = 0) {
        std::vector<V> out;
        out.reserve(from.size() + more);
        out.assign(from.begin(), from.end());
        return out;
    }

    [[nodiscard]] std::pair<node const*, std::size_t> locate(std::size_t index) const noexcept {
        auto const* at = root_.get();
        while (!at->is_leaf()) {
            auto child = at->children.begin();
            for (; index >= (*child)->size; ++child) index -= (*child)->size;
            at = child->get();
        }
        return {at, index};
    }

    /// @p from with one item more at its end; null when it is full.
    static node_ptr with_added(node const& from, item const& added) {
        if (from.is_leaf()) {
            if (from.items.size() == width) return nullptr;
            auto items = copy_of(from.items, 1);
            items.push_back(added);
            return make_leaf(std::move(items));
        }
        if (auto grown = with_added(*from.children.back(), added)) {
            auto children = copy_of(from.children);
            children.back() = std::move(grown);
            return make_inner(std::move(children));
        }
        if (from.children.size() == width) return nullptr;
        auto children = copy_of(from.children, 1);
        children.push_back(new_branch(*from.children.back(), added));
        return make_inner(std::move(children));
    }

    /// A node as high as @p beside that holds one item.
    static node_ptr new_branch(node const& beside, item added) {
        if (beside.is_leaf()) return make_leaf({std::move(added)});
        return make_inner({new_branch(*beside.children.back(), std::move(added))});
    }

    static node_ptr with_set(node const& from, std::size_t index, item&& replacement) {
        if (from.is_leaf()) {
            auto items = copy_of(from.items);
            items[index] = std::move(replacement);
            return make_leaf(std::move(items));
        }
        auto children = copy_of(from.children);
        auto child = children.begin();
        for (; index >= (*child)->size; ++child) index -= (*child)->size;
        *child = with_set(**child, index, std::move(replacement));
        return make_inner(std::move(children));
    }

    /// The changed items or children of a node; itself when there are none, null when nothing is left.
    template <class V, class Change, class Make>
    static node_ptr changed(node_ptr const& from, std::vector<V> const& parts, Change const& change, Make const& make) {
        std::vector<V> out;
        bool same = true;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            auto made = change(parts[i]);
            if (same && made == parts[i]) continue;
            if (same) {
                out.reserve(parts.size());
                out.assign(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(i));
                same = false;
            }
            if (made) out.push_back(std::move(made));
        }
        if (same) return from;
        return out.empty() ? nullptr : make(std::move(out));
    }

    template <class Change>
    static node_ptr transformed(node_ptr const& from, Change const& change) {
        if (from->is_leaf()) return changed(from, from->items, change, make_leaf);
        return changed(
            from, from->children, [&](node_ptr const& child) { return transformed(child, change); }, make_inner);
    }

    template <class Visit>
    static void each_node(node const& from, Visit const& visit) {
        visit(static_cast<void const*>(&from),
              from.items.capacity() * sizeof(item) + from.children.capacity() * sizeof(node_ptr));
        for (auto const& child : from.children) each_node(*child, visit);
    }

    node_ptr root_;
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
